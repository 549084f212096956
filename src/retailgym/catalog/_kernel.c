/* Search over the mapped index, compiled. It gives what the NumPy kernel in kernel.py gives, to the bit.

   Documents are taken in blocks of 16,384. For each list and block the index keeps where the block begins and the highest impact
   in it, so that a block whose highest impacts together cannot reach the worst of the best so far is never read. Inside a block,
   lists that cannot lift a document by themselves are only looked up for documents that the other lists brought close enough.
   All sums are whole numbers; of equal scores the lower document stands first.

   Written against the stable interface of Python 3.11: one build serves every later Python. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define BITS 14
#define BLOCK (1u << BITS)
#define MOST_LISTS 30000 /* times 65,535 is below 2^31 */
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
    PyObject_HEAD
    Py_buffer docs, impacts, price, rating, ship, stock, codes;
    Py_ssize_t size, blocks;
    int32_t *scores; /* of one block; all zero between searches */
} Kernel;

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
static int ranked(Kernel *self, Best *best, List *lists, Py_ssize_t count, Py_ssize_t first, Py_ssize_t last) {
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
        if (enter(lists, count, block, first, last) >= needed(best)) look(best, self->scores, lists, count, (uint32_t)block << BITS);
    }
    free(order);
    return 0;
}

/* without words every document scores 1, and the first that pass are the best */
static void listed(Best *best, Py_ssize_t first, Py_ssize_t last) {
    for (Py_ssize_t doc = first; doc < last && best->held < best->room && !best->failed; doc++) offer(best, 1, (uint32_t)doc);
}

/* ---- from Python and back ---- */

static int read_segments(Kernel *self, Test *test, PyObject *segments) {
    test->count = PyTuple_Size(segments);
    if (test->count < 0) return -1;
    test->segments = calloc((size_t)test->count + 1, sizeof *test->segments);
    if (!test->segments) return PyErr_NoMemory(), -1;
    for (Py_ssize_t n = 0; n < test->count; n++) {
        Segment *s = &test->segments[n];
        Py_ssize_t slot, length;
        const char *table;
        if (!PyArg_ParseTuple(PyTuple_GetItem(segments, n), "nnny#", &s->begin, &s->end, &slot, &table, &length)) return -1;
        if (length != 256 || slot < 0 || (slot + 1) * self->size > self->codes.len || s->begin < 0 || s->end > self->size) {
            PyErr_SetString(PyExc_ValueError, "a segment lies outside the columns");
            return -1;
        }
        s->table = (const uint8_t *)table;
        s->codes = (const uint8_t *)self->codes.buf + slot * self->size;
    }
    return 0;
}

static int read_test(Kernel *self, Test *test, PyObject *given) {
    PyObject *kind = PyTuple_GetItem(given, 0);
    if (!kind) return -1;
    long long low, high;
    int column;
    test->kind = (int)PyLong_AsLong(kind);
    switch (test->kind) {
        case NUMBER:
            if (!PyArg_ParseTuple(given, "iiLL", &test->kind, &column, &low, &high)) return -1;
            test->column = column == 0 ? self->price.buf : column == 1 ? self->rating.buf : self->ship.buf;
            test->width = column == 0 ? 4 : 1;
            test->low = low;
            test->high = high;
            return 0;
        case STOCK:
            if (!PyArg_ParseTuple(given, "ipO", &test->kind, &test->wanted, &test->gone)) return -1;
            test->column = self->stock.buf;
            test->width = 2;
            if (PySet_Size(test->gone) < 0) return -1;
            if (!PySet_Size(test->gone)) test->gone = NULL;
            return 0;
        case CODES: return read_segments(self, test, PyTuple_GetItem(given, 1));
        default: PyErr_SetString(PyExc_ValueError, "no such test"); return -1;
    }
}

static int read_tests(Kernel *self, Best *best, PyObject *given) {
    best->tests_count = PyTuple_Size(given);
    if (best->tests_count < 0) return -1;
    best->tests = calloc((size_t)best->tests_count + 1, sizeof *best->tests);
    if (!best->tests) return PyErr_NoMemory(), -1;
    for (Py_ssize_t n = 0; n < best->tests_count; n++)
        if (read_test(self, &best->tests[n], PyTuple_GetItem(given, n)) < 0) return -1;
    return 0;
}

static int read_list(Kernel *self, List *list, PyObject *given) {
    PyObject *start = PyTuple_GetItem(given, 0), *blocks = start ? PyTuple_GetItem(given, 1) : NULL;
    if (!blocks) return -1;
    Py_ssize_t begin = PyLong_AsSsize_t(start);
    char *data;
    Py_ssize_t length;
    if ((begin == -1 && PyErr_Occurred()) || PyBytes_AsStringAndSize(blocks, &data, &length) < 0) return -1;
    list->blocks = (const Block *)data;
    if (length != (self->blocks + 1) * (Py_ssize_t)sizeof(Block) || begin < 0 ||
        begin + list->blocks[self->blocks].at > self->docs.len / 4) {
        PyErr_SetString(PyExc_ValueError, "a list lies outside the index");
        return -1;
    }
    list->docs = (const uint32_t *)self->docs.buf + begin;
    list->impacts = (const uint16_t *)self->impacts.buf + begin;
    list->peak = list->blocks[self->blocks].peak;
    return 0;
}

static List *read_lists(Kernel *self, PyObject *given, Py_ssize_t *count) {
    *count = PyTuple_Size(given);
    if (*count < 0) return NULL;
    if (*count > MOST_LISTS) return PyErr_SetString(PyExc_ValueError, "too many words"), NULL;
    List *lists = calloc((size_t)*count + 1, sizeof *lists);
    if (!lists) return PyErr_NoMemory(), NULL;
    for (Py_ssize_t n = 0; n < *count; n++)
        if (read_list(self, &lists[n], PyTuple_GetItem(given, n)) < 0) {
            free(lists);
            return NULL;
        }
    return lists;
}

static PyObject *given_back(Best *best) {
    PyObject *docs = PyList_New(best->held), *scores = PyList_New(best->held);
    if (!docs || !scores) goto fail;
    qsort(best->heap, (size_t)best->held, sizeof *best->heap, descending);
    for (Py_ssize_t n = 0; n < best->held; n++) {
        PyObject *doc = PyLong_FromUnsignedLong(doc_of(best->heap[n])), *score = PyLong_FromUnsignedLong(score_of(best->heap[n]));
        if (!doc || !score) {
            Py_XDECREF(doc);
            Py_XDECREF(score);
            goto fail;
        }
        PyList_SetItem(docs, n, doc);
        PyList_SetItem(scores, n, score);
    }
    return Py_BuildValue("(NN)", docs, scores);
fail:
    Py_XDECREF(docs);
    Py_XDECREF(scores);
    return NULL;
}

static void free_best(Best *best) {
    for (Py_ssize_t n = 0; best->tests && n < best->tests_count; n++) free(best->tests[n].segments);
    free(best->tests);
    free(best->heap);
}

/* search(lists or None, first, last, tests, hidden, cut score, cut doc, n): the best n documents and their scores */
static PyObject *kernel_search(Kernel *self, PyObject *arguments) {
    PyObject *words, *tests, *hidden, *result = NULL;
    Py_ssize_t first, last, n, count = 0;
    unsigned long cut_score, cut_doc;
    if (!PyArg_ParseTuple(arguments, "OnnOOkkn", &words, &first, &last, &tests, &hidden, &cut_score, &cut_doc, &n)) return NULL;
    if (first < 0 || last > self->size || n < 1 || cut_score > UINT32_MAX || cut_doc > UINT32_MAX || PySet_Size(hidden) < 0)
        return PyErr_Occurred() ? NULL : (PyErr_SetString(PyExc_ValueError, "a range outside the catalogue, or nothing to find"), NULL);
    if (n > self->size) n = self->size + 1;
    Best best = {.hidden = PySet_Size(hidden) ? hidden : NULL, .cut = rank_of((uint32_t)cut_score, (uint32_t)cut_doc), .room = n, .size = self->size, .floor = 1};
    List *lists = NULL;
    best.heap = malloc((size_t)n * sizeof *best.heap);
    if (!best.heap) {
        PyErr_NoMemory();
        goto done;
    }
    if (read_tests(self, &best, tests) < 0) goto done;
    if (words != Py_None && !(lists = read_lists(self, words, &count))) goto done;
    if (first < last) {
        if (!lists)
            listed(&best, first, last);
        else if (ranked(self, &best, lists, count, first, last) < 0) {
            PyErr_NoMemory();
            goto done;
        }
    }
    if (!best.failed) result = given_back(&best);
done:
    free(lists);
    free_best(&best);
    return result;
}

/* blocks(begin, end): where each block of a list begins, and its highest impact; behind the last one the length and the highest of all */
static PyObject *kernel_blocks(Kernel *self, PyObject *arguments) {
    Py_ssize_t begin, end;
    if (!PyArg_ParseTuple(arguments, "nn", &begin, &end)) return NULL;
    if (begin < 0 || begin > end || end > self->docs.len / 4 || end - begin > self->size)
        return PyErr_SetString(PyExc_ValueError, "a list lies outside the index"), NULL;
    PyObject *made = PyBytes_FromStringAndSize(NULL, (self->blocks + 1) * (Py_ssize_t)sizeof(Block));
    if (!made) return NULL;
    Block *blocks = (Block *)PyBytes_AsString(made);
    const uint32_t *docs = (const uint32_t *)self->docs.buf + begin;
    const uint16_t *impacts = (const uint16_t *)self->impacts.buf + begin;
    memset(blocks, 0, (size_t)(self->blocks + 1) * sizeof *blocks);
    Py_ssize_t at = 0, length = end - begin;
    for (Py_ssize_t block = 0; block < self->blocks; block++) {
        blocks[block].at = (uint32_t)at;
        for (; at < length && (docs[at] >> BITS <= block || block + 1 == self->blocks); at++)
            if (impacts[at] > blocks[block].peak) blocks[block].peak = impacts[at];
        if (blocks[block].peak > blocks[self->blocks].peak) blocks[self->blocks].peak = blocks[block].peak;
    }
    blocks[self->blocks].at = (uint32_t)length;
    return made;
}

/* tally(lists): adds up every posting and looks at every score once, which is what search without blocks must do at least */
static PyObject *kernel_tally(Kernel *self, PyObject *words) {
    Py_ssize_t count, seen = 0;
    List *lists = read_lists(self, words, &count);
    if (!lists) return NULL;
    for (Py_ssize_t block = 0; block < self->blocks; block++) {
        enter(lists, count, block, 0, self->size);
        for (Py_ssize_t n = 0; n < count; n++) add(self->scores, &lists[n]);
        seen += next_above(self->scores, 0, width_of(self->size, (uint32_t)block << BITS), INT32_MAX);
        memset(self->scores, 0, BLOCK * sizeof *self->scores);
    }
    free(lists);
    return PyLong_FromSsize_t(seen);
}

static void let_go(Kernel *self) {
    Py_buffer *held[] = {&self->docs, &self->impacts, &self->price, &self->rating, &self->ship, &self->stock, &self->codes};
    for (size_t n = 0; n < sizeof held / sizeof *held; n++)
        if (held[n]->obj) PyBuffer_Release(held[n]);
    free(self->scores);
    self->scores = NULL;
}

static void kernel_dealloc(Kernel *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    let_go(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Kernel(list_doc, list_impact, price, rating, ship, stock, codes): the columns, as they lie in memory */
static int kernel_init(Kernel *self, PyObject *arguments, PyObject *Py_UNUSED(named)) {
    if (self->scores) return PyErr_SetString(PyExc_TypeError, "a kernel is made once"), -1;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*y*y*", &self->docs, &self->impacts, &self->price, &self->rating, &self->ship, &self->stock,
                          &self->codes))
        return -1;
    self->size = self->rating.len;
    self->blocks = (self->size + BLOCK - 1) >> BITS;
    if (self->docs.len / 4 != self->impacts.len / 2 || self->price.len != self->size * 4 || self->ship.len != self->size ||
        self->stock.len != self->size * 2 || self->size >= INT32_MAX)
        return PyErr_SetString(PyExc_ValueError, "the columns do not belong together"), -1;
    self->scores = calloc(BLOCK, sizeof *self->scores);
    return self->scores ? 0 : (PyErr_NoMemory(), -1);
}

static PyMethodDef methods[] = {
    {"search", (PyCFunction)kernel_search, METH_VARARGS, "The best documents and their scores."},
    {"blocks", (PyCFunction)kernel_blocks, METH_VARARGS, "Where each block of a list begins, and its highest impact."},
    {"tally", (PyCFunction)kernel_tally, METH_O, "Add up every posting of some lists, look at every score, and no more."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, PyType_GenericNew}, {Py_tp_init, kernel_init}, {Py_tp_dealloc, kernel_dealloc}, {Py_tp_methods, methods}, {0, NULL},
};

static PyType_Spec spec = {"retailgym.catalog._kernel.Kernel", sizeof(Kernel), 0, Py_TPFLAGS_DEFAULT, slots};

static int module_exec(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    if (!type) return -1;
    int added = PyModule_AddObjectRef(module, "Kernel", type);
    Py_DECREF(type);
    return added;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "retailgym.catalog._kernel", "Search over the mapped index, compiled.", 0, NULL, module_slots,
                             NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
