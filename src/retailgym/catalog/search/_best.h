/* The best so far, and who may be among them: filters, documents that are hidden, and a heap of ranks. */

#ifndef RETAILGYM_BEST_H
#define RETAILGYM_BEST_H

#include <Python.h>
#include <stdint.h>

typedef struct {
    Py_ssize_t begin, end;
    const uint8_t *codes;
    const uint8_t *table;
} Segment;

enum { NUMBER, STOCK, CODES };

typedef struct {
    int kind;
    const void *column;
    int width;
    int64_t low, high;
    int wanted;
    PyObject *gone;
    Segment *segments;
    Py_ssize_t count;
} Test;

typedef struct {
    Test *tests;
    Py_ssize_t tests_count;
    PyObject *hidden; /* a set, or NULL */
    uint64_t cut;     /* only what ranks below this */
    uint32_t floor;   /* only what scores so much, 1 at least */
    uint64_t *heap;   /* the best so far, the worst of them first */
    Py_ssize_t held, room, size;
    int failed;
} Best;

/* ranks: a higher score is better, then a lower document */
static inline uint64_t rank_of(uint32_t score, uint32_t doc) { return (uint64_t)score << 32 | (UINT32_MAX - doc); }
static inline uint32_t score_of(uint64_t rank) { return (uint32_t)(rank >> 32); }
static inline uint32_t doc_of(uint64_t rank) { return UINT32_MAX - (uint32_t)rank; }

/* the score that a document needs to be looked at */
static inline uint32_t needed(const Best *best) {
    return best->held < best->room ? best->floor : score_of(best->heap[0]);
}

static int in_set(PyObject *set, uint32_t doc) {
    PyObject *number = PyLong_FromUnsignedLong(doc);
    if (!number) return -1;
    int found = PySet_Contains(set, number);
    Py_DECREF(number);
    return found;
}

static int64_t value_at(const Test *test, uint32_t doc) {
    switch (test->width) {
        case 1: return ((const uint8_t *)test->column)[doc];
        case 2: return ((const uint16_t *)test->column)[doc];
        default: return ((const uint32_t *)test->column)[doc];
    }
}

static int fits(const Test *test, uint32_t doc) {
    for (Py_ssize_t n = 0; n < test->count; n++) {
        const Segment *s = &test->segments[n];
        if (doc >= s->begin && doc < s->end) return s->table[s->codes[doc]] != 0;
    }
    return 0;
}

/* 1 if the document passes every filter and is not hidden, 0 if not, -1 after an error */
static int passes(const Best *best, uint32_t doc) {
    for (Py_ssize_t n = 0; n < best->tests_count; n++) {
        const Test *test = &best->tests[n];
        if (test->kind == NUMBER) {
            int64_t value = value_at(test, doc);
            if (value < test->low || value > test->high) return 0;
        } else if (test->kind == CODES) {
            if (!fits(test, doc)) return 0;
        } else {
            int held = value_at(test, doc) > 0;
            if (held && test->gone) {
                int gone = in_set(test->gone, doc);
                if (gone < 0) return -1;
                held = !gone;
            }
            if (held != test->wanted) return 0;
        }
    }
    if (!best->hidden) return 1;
    int hidden = in_set(best->hidden, doc);
    return hidden < 0 ? -1 : !hidden;
}

static void sift_down(uint64_t *heap, Py_ssize_t held) {
    uint64_t moved = heap[0];
    Py_ssize_t at = 0;
    for (;;) {
        Py_ssize_t child = 2 * at + 1;
        if (child >= held) break;
        if (child + 1 < held && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= moved) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

/* puts a rank into a heap of the best, in the place of the worst where there is no room; returns how many are held */
static Py_ssize_t keep(uint64_t *heap, Py_ssize_t held, Py_ssize_t room, uint64_t rank) {
    if (held == room) {
        heap[0] = rank;
        sift_down(heap, held);
        return held;
    }
    Py_ssize_t at = held;
    while (at && heap[(at - 1) / 2] > rank) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = rank;
    return held + 1;
}

static void offer(Best *best, uint32_t score, uint32_t doc) {
    uint64_t rank = rank_of(score, doc);
    if (doc >= best->size) return; /* only where the file is damaged */
    if (rank >= best->cut || (best->held == best->room && rank <= best->heap[0])) return;
    int pass = passes(best, doc);
    if (pass <= 0) {
        best->failed |= pass < 0;
        return;
    }
    best->held = keep(best->heap, best->held, best->room, rank);
}

static int descending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* without words every document scores 1, and the first that pass are the best */
static void listed(Best *best, Py_ssize_t first, Py_ssize_t last) {
    for (Py_ssize_t doc = first; doc < last && best->held < best->room && !best->failed; doc++) offer(best, 1, (uint32_t)doc);
}

#endif
