"""A Ray cluster of two nodes in processes of this machine, each with its own store of objects; one of them
leaves in mid-run.

python -m tests.stacks.two_nodes
"""

import ray
from ray.cluster_utils import Cluster

import retailgym as rg
from retailgym.training import play_group
from retailgym.training.ray import RolloutPool

SPECS = [rg.task("train", i, "cart", 3) for i in range(96)]


def main() -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    with RolloutPool("expert", workers=2, group=2, at_once=16) as pool:
        pool.cpu_s()  # both are there, one on each node
        played = []
        for n, group in enumerate(pool.play(SPECS)):
            played.append(group)
            if n == 20:
                cluster.remove_node(second)
                cluster.add_node(num_cpus=1)
    assert [g.rollouts for g in played] == [
        play_group(spec, lambda member: rg.players.expert, 2).rollouts for spec in SPECS
    ]
    assert pool.replaced > 0
    print(f"{len(played)} groups as they should be, {pool.replaced} actors replaced")
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
