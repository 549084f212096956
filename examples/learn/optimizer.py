"""Muon for the matrices inside the layers, AdamW for the rest, both on a copy of the weights in 32 bits."""

import math
from collections import defaultdict

import torch
from torch import Tensor, nn


class Optimizer:
    """The model computes in 16 bits on a GPU; what it learns is added up in 32."""

    def __init__(self, model: nn.Module, lr: float, muon: bool) -> None:
        self.weights, self.lr = list(model.parameters()), lr
        self.masters = [p.detach().float().clone() for p in self.weights]
        inside = [p.dim() == 2 and muon and "layers" in name for name, p in model.named_parameters()]
        outer = [m for m, i in zip(self.masters, inside, strict=True) if not i]
        self.adam = torch.optim.AdamW(outer, lr=lr, betas=(0.9, 0.95), weight_decay=0.0)
        self.shapes: dict[torch.Size, list[Tensor]] = defaultdict(list)
        for master, i in zip(self.masters, inside, strict=True):
            if i:
                self.shapes[master.shape].append(master)
        self.momenta = {shape: torch.zeros_like(torch.stack(same)) for shape, same in self.shapes.items()}

    @torch.no_grad()
    def step(self, rate: float) -> Tensor:
        """One step with a share of the learning rate. Says how large the gradient was."""
        for master, weight in zip(self.masters, self.weights, strict=True):
            master.grad = torch.zeros_like(master) if weight.grad is None else weight.grad.float()
            weight.grad = None
        norm = nn.utils.clip_grad_norm_(self.masters, 1.0)
        self.adam.param_groups[0]["lr"] = self.lr * rate
        self.adam.step()
        for shape, same in self.shapes.items():
            gradient = torch.stack([m.grad for m in same])
            momentum = self.momenta[shape].lerp_(gradient, 0.05)
            size = 0.2 * math.sqrt(max(shape)) * self.lr * rate
            torch._foreach_sub_(same, list(orthogonal(gradient.lerp(momentum, 0.95)).float() * size))
        torch._foreach_copy_(self.weights, self.masters)
        return norm


def orthogonal(x: Tensor) -> Tensor:
    """The nearest matrices whose singular values are about one, by five steps of Newton and Schulz."""
    tall = x.shape[-2] > x.shape[-1]
    x = (x.mT if tall else x).bfloat16()
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        square = x @ x.mT
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x.mT if tall else x
