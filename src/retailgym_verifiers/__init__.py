"""What `vf-eval retailgym-verifiers` finds: verifiers looks for a package of this name."""

from retailgym.training.verifiers import ShopHarness, ShopTaskset

__all__ = ["ShopHarness", "ShopTaskset"]
