"""The learner: a decoder in the form of Llama, and a writer that plays many episodes with it at a time."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

Numbers = np.ndarray[Any, np.dtype[Any]]
# one layer's keys and values [2, rows, kv_heads, places, head]; some rows or all; new places; what is to come
Past = tuple[Tensor, Tensor | None, Tensor, Tensor]


@dataclass
class Shape:
    vocabulary: int
    width: int = 256
    depth: int = 8
    heads: int = 8
    kv_heads: int = 2
    head: int = 32
    hidden: int = 768
    theta: float = 10_000.0
    epsilon: float = 1e-5
    before: int = 3  # tokens of which a part is added to the next ones; none in a pretrained model


class Layer(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.split = s.heads, s.kv_heads, s.kv_heads
        self.head = s.head
        self.attention_norm = nn.RMSNorm(s.width, s.epsilon)
        self.qkv = nn.Linear(s.width, sum(self.split) * s.head, bias=False)
        self.out = nn.Linear(s.heads * s.head, s.width, bias=False)
        self.mlp_norm = nn.RMSNorm(s.width, s.epsilon)
        self.gate_up = nn.Linear(s.width, 2 * s.hidden, bias=False)
        self.down = nn.Linear(s.hidden, s.width, bias=False)

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor], past: Past | None = None) -> Tensor:
        rows, length, _ = x.shape
        qkv = self.qkv(self.attention_norm(x)).view(rows, length, -1, self.head).transpose(1, 2)
        qk, v = qkv.split([self.split[0] + self.split[1], self.split[2]], 1)
        q, k = rotated(qk, turn).split(self.split[:2], 1)
        if past is None:
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        else:
            mixed = attend(past, q, k, v)
        x = x + self.out(mixed.transpose(1, 2).flatten(2))
        gate, up = self.gate_up(self.mlp_norm(x)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up)


def attend(past: Past, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Attention of new tokens to those before them. Written out, since the fused kernels plan anew for every
    length of the cache."""
    memory, chosen, at, unseen = past
    many, heads, length, head = q.shape
    rows = torch.arange(many, device=q.device) if chosen is None else chosen
    group, time = torch.arange(k.shape[1], device=q.device), unseen.shape[-1]
    for kept, new in zip(memory, (k, v), strict=True):
        kept[rows[:, None, None], group[None, :, None], at[:, None]] = new
    keys, values = memory[:, :, :, :time] if chosen is None else memory[:, rows, :, :time]
    q = q.reshape(many, len(group), -1, head) / math.sqrt(head)  # those that share keys stand together
    scores = (q @ keys.mT).view(many, len(group), -1, length, time)
    weights = scores.masked_fill_(unseen[:, None, None], -1e4).softmax(-1)
    return (weights.view(*q.shape[:3], time) @ values).view(many, heads, length, head)


class Decoder(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.shape = s
        self.embedding = nn.Embedding(s.vocabulary, s.width)  # also makes logits
        self.earlier = nn.Parameter(torch.full((s.before, s.width), 0.3))
        self.layers = nn.ModuleList([Layer(s) for _ in range(s.depth)])
        self.norm = nn.RMSNorm(s.width, s.epsilon)
        for name, weight in self.named_parameters():
            if weight.dim() == 2 and name != "earlier":
                small = name.endswith(("out.weight", "down.weight"))
                nn.init.normal_(weight, std=0.02 / math.sqrt(2 * s.depth) if small else 0.02)

    def forward(self, tokens: Tensor) -> Tensor:
        """The last hidden state of every token; `logits` are made of those that are asked for."""
        x = self.embedded(F.pad(tokens, (self.shape.before, 0)))
        turn = self._angles(torch.arange(tokens.shape[1], device=tokens.device))
        for layer in self.layers:
            x = layer(x, turn)
        return self.norm(x)

    def logits(self, hidden: Tensor) -> Tensor:
        return F.linear(hidden, self.embedding.weight).float()

    def embedded(self, tokens: Tensor) -> Tensor:
        """All but the first few tokens, each with a part of those before it: what follows what is then known
        at once, which makes copying and looking up easy to learn."""
        x, n = self.embedding(tokens), tokens.shape[1] - self.shape.before
        parts = [x[:, -n:], *(w * x[:, -n - k : -k] for k, w in enumerate(self.earlier, 1))]
        return sum(parts[1:], parts[0])

    def remember(self, tokens: Tensor, cache: Tensor, rows: Tensor | None, at: Tensor, time: int) -> Tensor:
        """The hidden states of new tokens [rows, before + length], of which all but the first few are at
        places `at` of some rows of a cache, of which `time` places are looked at."""
        turn = tuple(part[:, None] for part in self._angles(at))
        unseen = torch.arange(time, device=at.device) > at[..., None]
        x = self.embedded(tokens)
        for layer, memory in zip(self.layers, cache, strict=True):
            x = layer(x, turn, (memory, rows, at, unseen))
        return self.norm(x)

    def _angles(self, at: Tensor) -> tuple[Tensor, ...]:
        s, dtype = self.shape, self.embedding.weight.dtype
        steps = s.theta ** (-torch.arange(0, s.head, 2, device=at.device) / s.head)
        angle = (at[..., None].float() * steps).repeat(*[1] * at.dim(), 2)
        return angle.cos().to(dtype), angle.sin().to(dtype)


def rotated(x: Tensor, turn: tuple[Tensor, ...]) -> Tensor:
    left, right = x.chunk(2, -1)
    return x * turn[0] + torch.cat([-right, left], -1) * turn[1]


class Writer:
    """Writes acts for many episodes at once, one in each row, and keeps their whole text. Observations are
    fed in chunks; acts are sampled token by token, in a CUDA graph where there is CUDA."""

    CHUNK, LOOK = 256, 12  # tokens fed at once; tokens written between looks at who is done

    def __init__(self, model: Decoder, rows: int, context: int, longest_act: int, end: int) -> None:
        self.model, self.context, self.longest, self.end = model, context, longest_act, end
        s, device = model.shape, model.embedding.weight.device
        self.memory = model.embedding.weight.new_zeros(s.depth, 2, rows, s.kv_heads, context, s.head)
        self.text = torch.zeros(rows, context, dtype=torch.long, device=device)
        self.chances = torch.zeros(rows, context, device=device)  # log-probabilities of what was written
        self.written = torch.zeros(rows, context, dtype=torch.bool, device=device)
        self.at = torch.zeros(rows, dtype=torch.long, device=device)  # the last token, which is not fed yet
        self.limit = torch.zeros(rows, dtype=torch.long, device=device)  # where an act is cut off
        self.writing = torch.zeros(rows, dtype=torch.bool, device=device)
        self.state = self.text, self.chances, self.written, self.at, self.writing
        self.begun: dict[int, int] = {}  # rows that write -> where their act begins
        self.temperature = torch.ones(1, device=device)
        self.graphs: dict[int, torch.cuda.CUDAGraph] = {}

    @torch.no_grad()
    def read(self, shown: dict[int, tuple[int, Numbers]]) -> None:
        """Put what is shown behind the text of some rows, which is so long; an act of each comes next."""
        order = sorted(shown, key=lambda row: len(shown[row][1]))
        for rows in (order[n : n + 64] for n in range(0, len(order), 64)):
            longest = max(len(shown[row][1]) for row in rows)
            new, start = np.zeros((len(rows), longest), np.int64), np.array([shown[row][0] for row in rows])
            for n, row in enumerate(rows):
                new[n, : len(shown[row][1])] = shown[row][1]
            stop = start + [len(shown[row][1]) for row in rows]
            self._feed(*(torch.from_numpy(x).to(self.at.device) for x in (np.array(rows), new, start, stop)))
            self.begun |= dict(zip(rows, stop.tolist(), strict=True))

    def _feed(self, rows: Tensor, new: Tensor, start: Tensor, stop: Tensor) -> None:
        places = start[:, None] + torch.arange(new.shape[1], device=rows.device)
        fits = places < stop[:, None]
        which = rows[:, None].expand_as(places)[fits], places[fits]
        self.text[which], self.written[which] = new[fits], False
        self.at[rows], self.limit[rows], self.writing[rows] = stop - 1, stop - 1 + self.longest, True
        first = (start - 1).clamp(min=0)  # not fed yet
        furthest = int((stop - first).max())
        for done in range(0, furthest, self.CHUNK):
            length = min(self.CHUNK, -(-(furthest - done) // 32) * 32)  # few sizes, for memory's sake
            at = first[:, None] + torch.arange(done, done + length, device=rows.device)
            at = torch.minimum(at, (stop - 1)[:, None])
            time = min(-(-int(at.max() + 1) // 256) * 256, self.context)
            self.model.remember(self._before(self.text[rows], at), self.memory, rows, at, time)

    def _before(self, text: Tensor, at: Tensor) -> Tensor:
        """The tokens at some places, and the few before them; there is padding before the first."""
        n = self.model.shape.before
        at = torch.cat([at[:, :1] + torch.arange(-n, 0, device=at.device), at], 1)
        return text.gather(1, at.clamp(min=0)) * (at >= 0)

    @torch.no_grad()
    def write(self) -> list[tuple[int, int, list[int]]]:
        """A few tokens more. Of those who are done with their act: the row, where it begins, its tokens."""
        if not self.begun:
            return []
        furthest = int((self.at * self.writing).max()) + self.LOOK + 1
        time = min(-(-furthest * 4 // self.context), 4) * self.context // 4
        for _ in range(self.LOOK):
            self._step(time)
        writing, at = self.writing.tolist(), self.at.tolist()
        done = [row for row in self.begun if not writing[row]]
        starts = torch.tensor([self.begun.pop(row) for row in done], device=self.at.device)
        places = starts[:, None] + torch.arange(self.longest, device=starts.device)
        rows = torch.tensor(done, dtype=torch.long, device=starts.device)
        acts = self.text[rows].gather(1, places.long().clamp(max=self.context - 1)).tolist() if done else []
        facts = zip(done, starts.tolist(), acts, strict=True)
        return [(row, int(start), act[: at[row] + 1 - int(start)]) for row, start, act in facts]

    def _step(self, time: int) -> None:
        if not self.text.is_cuda:
            return self._sample(time)
        if time not in self.graphs:
            before = [state.clone() for state in self.state]
            self._sample(time)  # once outside, so that nothing is planned while the graph is captured
            torch.cuda.synchronize()
            self.graphs[time] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[time]):
                self._sample(time)
            for state, b in zip(self.state, before, strict=True):
                state.copy_(b)
        self.graphs[time].replay()

    def _sample(self, time: int) -> None:
        """One token for everybody who is writing."""
        text, kept, written, at, writing = self.state
        last, on = at[:, None], writing[:, None]
        hidden = self.model.remember(self._before(text, last), self.memory, None, last, time)[:, 0]
        chances = F.log_softmax(self.model.logits(hidden), -1)
        noise = -torch.empty_like(chances).exponential_().clamp(min=1e-10).log()
        token = (chances + self.temperature * noise).argmax(-1, keepdim=True)
        place = (at[:, None] + 1).clamp(max=self.context - 1)
        text.scatter_(1, place, torch.where(on, token, text.gather(1, place)))
        kept.scatter_(1, place, torch.where(on, chances.gather(1, token), kept.gather(1, place)))
        written.scatter_(1, place, on | written.gather(1, place))
        at += writing
        writing &= (token[:, 0] != self.end) & (at < self.limit)
