/* Lists in blocks. Documents are taken in blocks of 16,384. For each list and block the index keeps where the block begins and the
   highest impact in it, so that a block whose highest impacts together cannot reach the worst of the best so far is never read. Inside a
   block, lists that cannot lift a document by themselves are only looked up for documents that the other lists brought close enough. */

#ifndef RETAILGYM_BLOCKS_H
#define RETAILGYM_BLOCKS_H

#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "_best.h"

#define BITS 14
#define BLOCK (1u << BITS)
#define STEP 32
#define COLUMNS 256
#define FEW (BLOCK / 4) /* postings */
#define LOOK_UP 24      /* a look-up costs as much as adding so many postings */

#if defined(__x86_64__) && defined(__GNUC__) && defined(__linux__)
#define FOR_EACH_CPU __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_CPU
#endif

typedef struct {
    uint32_t at;   /* where the block begins, counted from the beginning of the list */
    uint32_t peak; /* the highest impact in it */
} Block;

typedef struct {
    const uint32_t *docs; /* of the whole list */
    const uint16_t *impacts;
    const Block *blocks;
    uint32_t peak;
    uint32_t begin, end, most; /* in the block at hand: its postings, and the highest impact */
    uint32_t at;               /* where the last document was looked up */
} List;

static int by_peak(const void *a, const void *b) {
    const List *x = a, *y = b;
    if (x->peak != y->peak) return x->peak < y->peak ? 1 : -1;
    return x->docs < y->docs ? -1 : x->docs > y->docs;
}

/* the first place from begin to end whose document is not below doc */
static uint32_t lower(const uint32_t *docs, uint32_t begin, uint32_t end, uint32_t doc) {
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (docs[middle] < doc)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

static void add(int32_t *restrict scores, const List *list) {
    const uint32_t *docs = list->docs;
    const uint16_t *impacts = list->impacts;
    for (uint32_t n = list->begin; n < list->end; n++) scores[docs[n] & (BLOCK - 1)] += impacts[n];
}

/* what a document has of a list; documents mostly come in order, so the search begins where the last one ended, in steps that double */
static uint32_t worth(List *list, uint32_t doc) {
    const uint32_t *docs = list->docs;
    uint32_t from = list->at > list->begin && docs[list->at - 1] >= doc ? list->begin : list->at, step = 1;
    while (from + step < list->end && docs[from + step] < doc) {
        from += step;
        step *= 2;
    }
    uint32_t to = from + step < list->end ? from + step : list->end;
    list->at = lower(docs, from, to, doc);
    return list->at < list->end && docs[list->at] == doc ? list->impacts[list->at] : 0;
}

/* is one of a step's scores above the bound? */
static inline int any_above(const int32_t *scores, int32_t bound) {
#ifdef __SSE2__
    __m128i least = _mm_set1_epi32(bound), any = _mm_setzero_si128();
    for (int n = 0; n < STEP; n += 4) any = _mm_or_si128(any, _mm_cmpgt_epi32(_mm_loadu_si128((const __m128i *)(scores + n)), least));
    return _mm_movemask_epi8(any);
#else
    int any = 0;
    for (int n = 0; n < STEP; n++) any |= scores[n] > bound;
    return any;
#endif
}

/* the first step from `at` on in which some score is above the bound */
static uint32_t next_above(const int32_t *scores, uint32_t at, uint32_t width, int32_t bound) {
    while (at < width && !any_above(scores + at, bound)) at += STEP;
    return at;
}

/* the lists of which a document must be in one: those that follow cannot lift it high enough, and give `rest` at most */
static Py_ssize_t essential(const List *lists, Py_ssize_t count, uint32_t least, uint32_t *rest) {
    uint32_t sum = 0;
    while (count > 0 && sum + lists[count - 1].most < least) sum += lists[--count].most;
    *rest = sum;
    return count;
}

/* how many scores are above the bound */
FOR_EACH_CPU static uint32_t count_above(const int32_t *scores, uint32_t width, int32_t bound) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < width; n++) count += scores[n] > bound;
    return count;
}

/* the documents of the block that begins here, in whole steps */
static inline uint32_t width_of(Py_ssize_t size, uint32_t base) {
    uint64_t left = (uint64_t)size - base;
    return left >= BLOCK ? BLOCK : (uint32_t)((left + STEP - 1) / STEP * STEP);
}

/* above this a score can still come to what is needed, if the lists that were not added yet give `rest` */
static inline int32_t bound_of(const Best *best, uint32_t rest) {
    uint32_t least = needed(best);
    return least > rest ? (int32_t)(least - rest) - 1 : 0;
}

/* offers a document with what the other lists add to it, unless it can no longer come in */
static void complete(Best *best, uint32_t score, uint32_t doc, List *lists, Py_ssize_t count, uint32_t rest) {
    for (Py_ssize_t n = 0; n < count; n++) {
        score += worth(&lists[n], doc);
        rest -= lists[n].most;
        if (score + rest < needed(best)) return;
    }
    offer(best, score, doc);
}

/* few postings: walk the lists again, and leave the scores empty on the way */
static void pick_few(Best *best, int32_t *scores, List *lists, Py_ssize_t added, Py_ssize_t count, uint32_t base, uint32_t rest) {
    for (Py_ssize_t n = 0; n < added; n++)
        for (uint32_t p = lists[n].begin; p < lists[n].end; p++) {
            uint32_t at = lists[n].docs[p] & (BLOCK - 1);
            if (scores[at] > bound_of(best, rest)) complete(best, (uint32_t)scores[at], base + at, lists + added, count - added, rest);
            scores[at] = 0;
        }
}

/* the highest score of each column, when the block is written in rows */
FOR_EACH_CPU static void tops_of(const int32_t *restrict scores, uint32_t width, int32_t *restrict tops) {
    memset(tops, 0, COLUMNS * sizeof *tops);
    for (uint32_t row = 0; row < width; row += COLUMNS)
        for (uint32_t n = 0; n < COLUMNS; n++) tops[n] = scores[row + n] > tops[n] ? scores[row + n] : tops[n];
}

/* where nothing is kept out, the n-th best of the columns' best is no better than the n-th best of all: what is below it need not be offered */
static uint32_t floor_of(Best *best, const int32_t *scores, uint32_t width) {
    int32_t tops[COLUMNS];
    tops_of(scores, width, tops);
    Py_ssize_t held = 0;
    for (uint32_t n = 0; n < COLUMNS; n++)
        if (tops[n] > 0 && (held < best->room || (uint64_t)tops[n] > best->heap[0])) held = keep(best->heap, held, best->room, (uint64_t)tops[n]);
    return held == best->room ? (uint32_t)best->heap[0] : 1;
}

/* many postings: look through all scores of the block */
static void pick_many(Best *best, int32_t *scores, List *lists, Py_ssize_t added, Py_ssize_t count, uint32_t base, uint32_t rest) {
    uint32_t width = width_of(best->size, base);
    for (uint32_t at = 0; (at = next_above(scores, at, width, bound_of(best, rest))) < width; at += STEP)
        for (uint32_t n = at; n < at + STEP; n++)
            if (scores[n] > bound_of(best, rest)) complete(best, (uint32_t)scores[n], base + n, lists + added, count - added, rest);
    memset(scores, 0, BLOCK * sizeof *scores);
}

/* how many came close, when few postings were added: some may be counted twice */
static uint32_t count_few(const int32_t *scores, const List *lists, Py_ssize_t added, int32_t bound) {
    uint32_t count = 0;
    for (Py_ssize_t n = 0; n < added; n++)
        for (uint32_t p = lists[n].begin; p < lists[n].end; p++) count += scores[lists[n].docs[p] & (BLOCK - 1)] > bound;
    return count;
}

/* one block: the lists that matter are added up, and what came close is looked up in the others */
static void look(Best *best, int32_t *scores, List *lists, Py_ssize_t count, uint32_t base) {
    uint32_t rest, postings = 0, width = width_of(best->size, base);
    Py_ssize_t added = essential(lists, count, needed(best), &rest);
    for (Py_ssize_t n = 0; n < added; n++) {
        add(scores, &lists[n]);
        postings += lists[n].end - lists[n].begin;
    }
    if (postings >= FEW && !best->held && !best->tests_count && !best->hidden && score_of(best->cut) == UINT32_MAX) best->floor = floor_of(best, scores, width);
    for (; added < count; added++) { /* where many came close, adding up the next list is cheaper than looking them up in it */
        uint32_t length = lists[added].end - lists[added].begin;
        int32_t bound = bound_of(best, rest);
        uint32_t close = postings < FEW ? count_few(scores, lists, added, bound) : count_above(scores, width, bound);
        if (close * LOOK_UP < length) break;
        add(scores, &lists[added]);
        postings += length;
        rest -= lists[added].most;
    }
    if (postings < FEW)
        pick_few(best, scores, lists, added, count, base, rest);
    else
        pick_many(best, scores, lists, added, count, base, rest);
}

/* puts each list to what it holds of a block within first and last; returns what its documents can score at most */
static uint32_t enter(List *lists, Py_ssize_t count, Py_ssize_t block, Py_ssize_t first, Py_ssize_t last) {
    Py_ssize_t begin = block << BITS, end = (block + 1) << BITS;
    uint32_t bound = 0;
    for (Py_ssize_t n = 0; n < count; n++) {
        List *list = &lists[n];
        list->begin = list->blocks[block].at;
        list->end = list->blocks[block + 1].at;
        if (first > begin) list->begin = lower(list->docs, list->begin, list->end, (uint32_t)first);
        if (last < end) list->end = lower(list->docs, list->begin, list->end, (uint32_t)last);
        list->at = list->begin;
        list->most = list->begin < list->end ? list->blocks[block].peak : 0;
        bound += list->most;
    }
    return bound;
}

/* all blocks, those that promise most first, until none can bring anything better */
static int ranked(int32_t *scores, Best *best, List *lists, Py_ssize_t count, Py_ssize_t first, Py_ssize_t last) {
    Py_ssize_t from = first >> BITS, to = (last + BLOCK - 1) >> BITS, blocks = to - from;
    qsort(lists, (size_t)count, sizeof *lists, by_peak);
    uint64_t *order = malloc((size_t)(blocks ? blocks : 1) * sizeof *order);
    if (!order) return -1;
    for (Py_ssize_t b = 0; b < blocks; b++) {
        uint32_t bound = 0;
        for (Py_ssize_t n = 0; n < count; n++) bound += lists[n].blocks[from + b].peak;
        order[b] = rank_of(bound, (uint32_t)b);
    }
    qsort(order, (size_t)blocks, sizeof *order, descending);
    for (Py_ssize_t b = 0; b < blocks && !best->failed; b++) {
        if (score_of(order[b]) < needed(best)) break;
        Py_ssize_t block = from + doc_of(order[b]);
        if (enter(lists, count, block, first, last) >= needed(best)) look(best, scores, lists, count, (uint32_t)block << BITS);
    }
    free(order);
    return 0;
}

#endif
