'use strict';
// Runs the program of tb/page: a message {id, request}, the answer {id, error} or {id, result,
// operations, events}, whose buffers lie as in tb/page/page.c. `wasm` stands before this text.

// What the C library asks for: there is nothing to write to, and no file.
const absent = new Proxy({}, {get: () => () => 52});

const bytes = Uint8Array.from(atob(wasm), one => one.charCodeAt(0));
const imports = {wasi_snapshot_preview1: absent};
const ready = WebAssembly.instantiate(bytes, imports).then(({instance}) => {
    const program = instance.exports;
    const heap = () => new Uint8Array(program.memory.buffer);
    const text = () => {
        const at = program.page_text(), all = heap();
        return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
    };
    return {program, heap, text};
});

onmessage = async ({data: {id, request}}) => {
    const {program, heap, text} = await ready;
    if (request === undefined) {
        program.page_policies();
        postMessage({id, result: text()});
        return;
    }
    heap().set(new TextEncoder().encode(request + '\0'), program.page_text());
    if (program.page_run()) {
        postMessage({id, error: text()});
        return;
    }
    const result = JSON.parse(text());
    const copy = (at, size) => heap().slice(at, at + size).buffer;
    const operations = copy(program.page_operations(), result.operations * result.sizes[0]);
    const events = copy(program.page_events(), result.events * result.sizes[1]);
    postMessage({id, result, operations, events}, [operations, events]);
};
