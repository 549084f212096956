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
    before: int = 3  # tokens of which a part is added to the next ones; none in a pretrained model


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
        q = q.reshape(rows, self.s.kv_heads, -1, head) / math.sqrt(
            head
        )  # those that share keys stand together
        scores = (q @ keys.mT).view(rows, self.s.kv_heads, -1, length, past.time)
        scores.masked_fill_(past.unseen[:, None, None], -1e4)
        weights = scores.softmax(-1).view(*q.shape[:3], past.time)
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
        self.earlier = nn.Parameter(torch.full((s.before, s.width), 0.3))
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
        x = self.embedded(F.pad(tokens, (self.shape.before, 0)))
        at = torch.arange(tokens.shape[1], device=tokens.device)
        turn = tuple(part.to(x.dtype) for part in angles(self.shape, at))
        for layer in self.layers:
            x = x + layer.self_attn(layer.input_layernorm(x), turn)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return self.norm(x)

    def embedded(self, tokens: Tensor) -> Tensor:
        """All but the first few tokens, each with a part of those before it: what follows what is then known
        at once, which makes copying and looking up easy to learn."""
        x, n = self.embed_tokens(tokens), tokens.shape[1] - self.shape.before
        parts = [x[:, -n:], *(w * x[:, -n - k : -k] for k, w in enumerate(self.earlier, 1))]
        return sum(parts[1:], parts[0])

    def remember(self, tokens: Tensor, cache: Tensor, rows: Tensor, at: Tensor, time: int) -> Tensor:
        """The hidden states of new tokens [rows, before + length], of which all but the first few are at
        places `at` of some rows of a cache, of which `time` places are looked at."""
        turn = tuple(part[:, None].to(cache.dtype) for part in angles(self.shape, at))
        unseen = torch.arange(time, device=at.device) > at[..., None]
        x = self.embedded(tokens)
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

    @property
    def whole(self) -> bool:
        """One token for every row, as when an act is written."""
        return self.at.shape[1] == 1 and len(self.rows) == self.memory.shape[1]

    def with_new(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        heads = torch.arange(k.shape[1], device=k.device)
        place = self.rows[:, None, None], heads[None, :, None], self.at[:, None]
        for kept, new in zip(self.memory, (k, v), strict=True):
            kept[place] = new
        kept = self.memory[:, :, :, : self.time]
        return (kept[0], kept[1]) if self.whole else (kept[0][self.rows], kept[1][self.rows])


def angles(s: Shape, at: Tensor) -> tuple[Tensor, Tensor]:
    steps = s.theta ** (-torch.arange(0, s.head, 2, device=at.device) / s.head)
    angle = at[..., None].float() * steps
    angle = torch.cat([angle, angle], -1)
    return angle.cos(), angle.sin()


def rotated(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    left, right = x.chunk(2, -1)
    return (x * turn[0] + torch.cat([-right, left], -1) * turn[1]).to(x.dtype)


class Writer:
    """Writes acts for many episodes at once and keeps their whole text. Observations are fed in chunks; acts
    are sampled token by token, in a CUDA graph where there is CUDA. An episode has a row; its text is in a
    slot. Those that are still played stand first, so that the others cost nothing."""

    CHUNK, LOOK = 128, 8  # tokens fed at once; tokens written between looks at who is done

    def __init__(self, model: Decoder, rows: int, context: int, longest_act: int, end: int) -> None:
        self.model, self.context, self.longest, self.end = model, context, longest_act, end
        device = model.embed_tokens.weight.device
        self.memory = model.cache(rows, context)
        self.row = torch.arange(rows, device=device)  # of each slot
        self.text = torch.zeros(rows, context, dtype=torch.long, device=device)
        self.chances = torch.zeros(rows, context, device=device)  # log-probabilities of what was written
        self.written = torch.zeros(rows, context, dtype=torch.bool, device=device)
        self.at = torch.zeros(rows, dtype=torch.long, device=device)  # the last token, which is not fed yet
        self.writing = torch.zeros(rows, dtype=torch.bool, device=device)
        self.state = self.row, self.text, self.chances, self.written, self.at, self.writing
        self.temperature = torch.ones(1, device=device)
        self.graphs: dict[tuple[int, int], torch.cuda.CUDAGraph] = {}
        self.clear()

    def clear(self) -> None:
        self.width = len(self.row)  # slots in use
        torch.arange(self.width, out=self.row)
        self.at.fill_(-1)
        self.written.zero_()

    def by_row(self, state: Tensor) -> Tensor:
        return state[self.row.argsort()]

    @torch.no_grad()
    def write(self, shown: Tensor, lengths: Tensor) -> list[tuple[int, int, list[int]]]:
        """Read what is shown [rows, longest], of which `lengths` count (0 for those who are done), and write
        an act each: its row, where it begins, and its tokens."""
        self._narrow(lengths > 0)
        w, (shown, lengths) = self.width, (x[self.row[: self.width]] for x in (shown, lengths))
        slot, n = torch.nonzero(torch.arange(shown.shape[1], device=shown.device) < lengths[:, None]).T
        self.text[slot, self.at[slot] + 1 + n] = shown[slot, n]
        fed = self.at[:w].clamp(min=0)
        self.at[:w] = (self.at[:w] + lengths).clamp(min=0)
        self._feed(fed)
        first = self.at[:w] + 1
        self.writing[:w] = lengths > 0
        for n in range(self.longest):
            if n % self.LOOK == 0:
                if not self.writing[:w].any():
                    break
                furthest = int(torch.where(lengths > 0, self.at[:w], 0).max()) + self.LOOK + 1
                quarters = min(-(-furthest * 4 // self.context), 4)
            self._step(quarters * self.context // 4)
        span = first[:, None] + torch.arange(self.longest, device=first.device)
        text = self.text[:w].gather(1, span.clamp(max=self.context - 1)).tolist()
        facts = zip(self.row.tolist(), lengths.tolist(), first.tolist(), self.at.tolist(), text, strict=False)
        return [(row, start, act[: end + 1 - start]) for row, given, start, end, act in facts if given]

    def _narrow(self, active: Tensor) -> None:
        """Halve the number of slots in use as long as those who are still playing fit in."""
        width, playing = self.width, int(active.sum())
        while width % 2 == 0 and width // 2 >= max(playing, 16):
            width //= 2
        if width < self.width:
            order = (~active[self.row[: self.width]]).long().argsort(stable=True)
            for state in self.state:
                state[: self.width] = state[: self.width][order]
            for layer in self.memory:
                layer[:, :width] = layer[:, order[:width]]
            self.width = width

    def _feed(self, first: Tensor) -> None:
        """All before the last token of each slot into the cache."""
        while len(slots := (first < self.at[: self.width]).nonzero()[:, 0]):
            # few different sizes, so that memory is used again: some slots twice, some tokens beyond the end
            many = torch.arange(-(-len(slots) // 64) * 64, device=slots.device)
            slots = slots[many.clamp(max=len(slots) - 1)]
            left = (self.at[slots] - first[slots]).clamp(max=self.CHUNK)
            length = -(-int(left.max()) // 32) * 32
            at = (first[slots, None] + torch.arange(length, device=slots.device)).clamp(max=self.context - 1)
            time = min(-(-int((first[slots] + left).max()) // 256) * 256, self.context)
            self.model.remember(self._read(self.text[slots], at), self.memory, slots, at, time)
            first = torch.minimum(first + length, self.at[: self.width])

    def _read(self, text: Tensor, at: Tensor) -> Tensor:
        """The tokens at some places, and the few before them; there is padding before the first."""
        n = self.model.shape.before
        at = torch.cat([at[:, :1] + torch.arange(-n, 0, device=at.device), at], 1)
        return text.gather(1, at.clamp(min=0)) * (at >= 0)

    def _step(self, time: int) -> None:
        if not self.text.is_cuda:
            return self._sample(time)
        if (key := (self.width, time)) not in self.graphs:
            before = [state.clone() for state in self.state]
            self._sample(time)  # once outside, so that nothing is planned while the graph is captured
            torch.cuda.synchronize()
            self.graphs[key] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[key]):
                self._sample(time)
            for state, b in zip(self.state, before, strict=True):
                state.copy_(b)
        self.graphs[key].replay()

    def _sample(self, time: int) -> None:
        """One token for everybody who is writing."""
        _, text, kept, written, at, writing = (state[: self.width] for state in self.state)
        slots = torch.arange(self.width, device=at.device)
        memory = self.memory[:, :, : self.width]
        at_last = at[:, None]
        hidden = self.model.remember(self._read(text, at_last), memory, slots, at_last, time)[:, 0]
        chances = F.log_softmax(self.model.lm_head(hidden).float(), -1)
        noise = -torch.empty_like(chances).exponential_().clamp(min=1e-10).log()
        token = (chances + self.temperature * noise).argmax(-1, keepdim=True)
        place, on = (at[:, None] + 1).clamp(max=self.context - 1), writing[:, None]
        text.scatter_(1, place, torch.where(on, token, text.gather(1, place)))
        kept.scatter_(1, place, torch.where(on, chances.gather(1, token), kept.gather(1, place)))
        written.scatter_(1, place, on | written.gather(1, place))
        at += writing
        writing &= token[:, 0] != self.end
