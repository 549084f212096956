/* Search over the mapped index, compiled. It gives what the NumPy kernel in kernel.py gives, to the bit: all sums are whole numbers, and of
   equal scores the lower document stands first. _best.h keeps the best so far, _blocks.h reads the lists, and here stands what Python sees.

   Written against the stable interface of Python 3.11: one build serves every later Python. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "_best.h"
#include "_blocks.h"

#define MOST_LISTS 30000 /* times 65,535 is below 2^31 */

typedef struct {
    PyObject_HEAD
    Py_buffer docs, impacts, price, rating, ship, stock, codes;
    Py_ssize_t size, blocks;
    int32_t *scores; /* of one block; all zero between searches */
} Kernel;

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
        else if (ranked(self->scores, &best, lists, count, first, last) < 0) {
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

/* places(row, code): the places of a row of codes that have this one, as a whole number with one bit for each */
static PyObject *kernel_places(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    char *row;
    Py_ssize_t size;
    if (count != 2) return PyErr_SetString(PyExc_TypeError, "places takes a row and a code"), NULL;
    long code = PyLong_AsLong(given[1]);
    if ((code == -1 && PyErr_Occurred()) || PyBytes_AsStringAndSize(given[0], &row, &size) < 0) return NULL;
    if (size <= 64) {
        uint64_t found = 0;
        for (Py_ssize_t n = 0; n < size; n++) found |= (uint64_t)((uint8_t)row[n] == code) << n;
        return PyLong_FromUnsignedLongLong(found);
    }
    char *bits = calloc((size_t)size / 8 + 1, 1);
    if (!bits) return PyErr_NoMemory();
    for (Py_ssize_t n = 0; n < size; n++) bits[n / 8] |= (char)(((uint8_t)row[n] == code) << n % 8);
    PyObject *found = PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s", bits, size / 8 + 1, "little");
    free(bits);
    return found;
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

static PyType_Spec spec = {"retailgym.catalog.search._kernel.Kernel", sizeof(Kernel), 0, Py_TPFLAGS_DEFAULT, slots};

static int module_exec(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    if (!type) return -1;
    int added = PyModule_AddObjectRef(module, "Kernel", type);
    Py_DECREF(type);
    return added;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static PyMethodDef functions[] = {
    {"places", (PyCFunction)(void (*)(void))kernel_places, METH_FASTCALL, "The places of a row that have a code, one bit for each."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "retailgym.catalog.search._kernel", "Search over the mapped index, compiled.", 0, functions, module_slots,
                             NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
