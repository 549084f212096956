"""The learner: a decoder in the form of Llama, and a writer that plays many episodes with it at a time."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass
class Shape:
    """Sizes. The names of the weights are those of Hugging Face's Llama, so that a pretrained one fits in."""

    vocabulary: int
    width: int = 256
    depth: int = 8
    heads: int = 8
    kv_heads: int = 2
    head: int = 32
    hidden: int = 768
    theta: float = 10_000.0
    epsilon: float = 1e-5
    tied: bool = True


class Attention(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.s = s
        self.q_proj = nn.Linear(s.width, s.heads * s.head, bias=False)
        self.k_proj = nn.Linear(s.width, s.kv_heads * s.head, bias=False)
        self.v_proj = nn.Linear(s.width, s.kv_heads * s.head, bias=False)
        self.o_proj = nn.Linear(s.heads * s.head, s.width, bias=False)

    def heads(self, x: Tensor, turn: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        rows, length, _ = x.shape
        q = self.q_proj(x).view(rows, length, -1, self.s.head).transpose(1, 2)
        k = self.k_proj(x).view(rows, length, -1, self.s.head).transpose(1, 2)
        v = self.v_proj(x).view(rows, length, -1, self.s.head).transpose(1, 2)
        return rotated(q, turn), rotated(k, turn), v

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
        q, k, v = self.heads(x, turn)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return self.o_proj(mixed.transpose(1, 2).flatten(2))

    def remember(self, x: Tensor, turn: tuple[Tensor, Tensor], past: "Past") -> Tensor:
        """The same for a few new tokens after those in the cache. Written out, since the fused kernels plan
        anew for every length of the cache."""
        q, k, v = self.heads(x, turn)
        rows, _, length, head = q.shape
        keys, values = past.with_new(k, v)
        q = q.reshape(rows, self.s.kv_heads, -1, head)  # the heads that share keys stand together
        scores = (q @ keys.mT).view(rows, self.s.kv_heads, -1, length, past.time) / math.sqrt(head)
        scores = scores.masked_fill(past.unseen[:, None, None], -1e4)
        weights = scores.softmax(-1, dtype=torch.float32).to(q.dtype).view(*q.shape[:3], past.time)
        mixed = (weights @ values).view(rows, self.s.heads, length, head)
        return self.o_proj(mixed.transpose(1, 2).flatten(2))


class Mlp(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(s.width, s.hidden, bias=False)
        self.up_proj = nn.Linear(s.width, s.hidden, bias=False)
        self.down_proj = nn.Linear(s.hidden, s.width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.self_attn, self.mlp = Attention(s), Mlp(s)
        self.input_layernorm = nn.RMSNorm(s.width, s.epsilon)
        self.post_attention_layernorm = nn.RMSNorm(s.width, s.epsilon)


class Decoder(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.shape = s
        self.embed_tokens = nn.Embedding(s.vocabulary, s.width)
        self.layers = nn.ModuleList([Layer(s) for _ in range(s.depth)])
        self.norm = nn.RMSNorm(s.width, s.epsilon)
        self.lm_head = nn.Linear(s.width, s.vocabulary, bias=False)
        if s.tied:
            self.lm_head.weight = self.embed_tokens.weight
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                small = name.endswith(("o_proj.weight", "down_proj.weight"))
                nn.init.normal_(weight, std=0.02 / math.sqrt(2 * s.depth) if small else 0.02)

    def forward(self, tokens: Tensor) -> Tensor:
        """The last hidden state of every token; `lm_head` makes logits of those that are asked for."""
        turn = angles(self.shape, torch.arange(tokens.shape[1], device=tokens.device))
        x = self.embed_tokens(tokens)
        for layer in self.layers:
            x = x + layer.self_attn(layer.input_layernorm(x), turn)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return self.norm(x)

    def remember(self, tokens: Tensor, cache: Tensor, rows: Tensor, at: Tensor, time: int) -> Tensor:
        """The hidden states of new tokens [rows, length] at places `at` of some rows of a cache, of which
        `time` places are looked at."""
        turn = tuple(part[:, None].to(cache.dtype) for part in angles(self.shape, at))
        unseen = torch.arange(time, device=at.device) > at[..., None]
        x = self.embed_tokens(tokens)
        for layer, memory in zip(self.layers, cache, strict=True):
            past = Past(memory, rows, at, unseen, time)
            x = x + layer.self_attn.remember(layer.input_layernorm(x), turn, past)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return self.norm(x)

    def cache(self, rows: int, time: int) -> Tensor:
        s, like = self.shape, self.embed_tokens.weight
        return torch.zeros(s.depth, 2, rows, s.kv_heads, time, s.head, device=like.device, dtype=like.dtype)


@dataclass
class Past:
    """One layer's keys and values of what some rows have read: [2, rows, kv_heads, places, head]."""

    memory: Tensor
    rows: Tensor
    at: Tensor
    unseen: Tensor
    time: int

    def with_new(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        whole = len(self.rows) == self.memory.shape[1]
        heads = torch.arange(k.shape[1], device=k.device)
        place = self.rows[:, None, None], heads[None, :, None], self.at[:, None]
        for kept, new in zip(self.memory, (k, v), strict=True):
            kept[place] = new
        kept = self.memory[:, :, :, : self.time]
        return tuple(kept) if whole else (kept[0][self.rows], kept[1][self.rows])


def angles(s: Shape, at: Tensor) -> tuple[Tensor, Tensor]:
    steps = s.theta ** (-torch.arange(0, s.head, 2, device=at.device) / s.head)
    angle = at[..., None].float() * steps
    angle = torch.cat([angle, angle], -1)
    return angle.cos(), angle.sin()


def rotated(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    left, right = x.chunk(2, -1)
    return (x * turn[0] + torch.cat([-right, left], -1) * turn[1]).to(x.dtype)


class Writer:
    """Writes acts for a fixed number of episodes at once and keeps their whole text. Observations are fed in
    chunks; an act is sampled token by token, in a CUDA graph where there is CUDA. Who is done waits."""

    CHUNK, LOOK = 128, 16  # tokens fed at once; tokens written between looks at who is done

    def __init__(self, model: Decoder, rows: int, context: int, longest_act: int, end: int) -> None:
        self.model, self.context, self.longest, self.end = model, context, longest_act, end
        device = model.embed_tokens.weight.device
        self.memory = model.cache(rows, context + self.CHUNK)
        self.all = torch.arange(rows, device=device)
        self.text = torch.zeros(rows, context, dtype=torch.long, device=device)
        self.chances = torch.zeros(rows, context, device=device)  # log-probabilities of what was written
        self.written = torch.zeros(rows, context, dtype=torch.bool, device=device)
        self.at = torch.zeros(rows, dtype=torch.long, device=device)  # the last token, which is not fed yet
        self.writing = torch.zeros(rows, dtype=torch.bool, device=device)
        self.temperature = torch.ones(1, device=device)
        self.graphs: dict[int, torch.cuda.CUDAGraph] = {}

    def clear(self) -> None:
        self.at.fill_(-1)
        self.written.zero_()

    @torch.no_grad()
    def write(self, shown: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Read what is shown [rows, longest], of which `lengths` count (0 for those who are done), and write
        an act each. Gives the places of its first token and of its last."""
        place = self.at[:, None] + 1 + torch.arange(shown.shape[1], device=shown.device)
        real = torch.arange(shown.shape[1], device=shown.device) < lengths[:, None]
        self.text[self.all[:, None].expand_as(real)[real], place[real]] = shown[real]
        before = self.at.clamp(min=0)
        self.at.add_(lengths).clamp_(min=0)
        self._feed(before)
        first = self.at + 1
        self.writing.copy_(lengths > 0)
        for n in range(self.longest):
            if n % self.LOOK == 0:
                if not self.writing.any():
                    break
                furthest = int(torch.where(lengths > 0, self.at, 0).max()) + self.LOOK + 1
                time = min(-(-furthest * 4 // self.context), 4) * self.context // 4
            self._step(time)
        return first, self.at

    def _feed(self, first: Tensor) -> None:
        """All before the last token of each row into the cache."""
        while len(rows := (first < self.at).nonzero()[:, 0]):
            left = self.at[rows] - first[rows]
            length = min(self.CHUNK, int(left.max()))
            at = (first[rows, None] + torch.arange(length, device=rows.device)).clamp(max=self.context - 1)
            time = min(-(-int((first[rows] + left.clamp(max=length)).max()) // 64) * 64, self.context)
            self.model.remember(self.text[rows[:, None], at], self.memory, rows, at, time)
            first = torch.minimum(first + length, self.at)

    def _step(self, time: int) -> None:
        if not self.text.is_cuda:
            return self._sample(time)
        if time not in self.graphs:
            state = (self.text, self.at, self.writing, self.written, self.chances)
            before = [t.clone() for t in state]
            self._sample(time)  # once outside, so that nothing is planned while the graph is captured
            torch.cuda.synchronize()
            self.graphs[time] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[time]):
                self._sample(time)
            for t, b in zip(state, before, strict=True):
                t.copy_(b)
        self.graphs[time].replay()

    def _sample(self, time: int) -> None:
        """One token for everybody who is writing."""
        last = self.text.gather(1, self.at[:, None])
        hidden = self.model.remember(last, self.memory, self.all, self.at[:, None], time)[:, 0]
        chances = F.log_softmax(self.model.lm_head(hidden).float(), -1)
        noise = -torch.empty_like(chances).exponential_().clamp(min=1e-10).log()
        token = (chances + self.temperature * noise).argmax(-1, keepdim=True)
        place = (self.at[:, None] + 1).clamp(max=self.context - 1)
        on = self.writing[:, None]
        self.text.scatter_(1, place, torch.where(on, token, self.text.gather(1, place)))
        self.chances.scatter_(
            1, place, torch.where(on, chances.gather(1, token), self.chances.gather(1, place))
        )
        self.written.scatter_(1, place, on | self.written.gather(1, place))
        self.at += self.writing
        self.writing &= token[:, 0] != self.end
