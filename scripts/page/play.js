'use strict';
// The page: asks the worker for the runs of both policies, and draws them.

const SUBMIT = 0, DISPATCH = 1, ARRIVE = 2, REFUSE = 3, RETRY = 4, HBM_DONE = 5, ATOMIC_DONE = 6,
    RESP_DONE = 7, COMPLETE = 8, GRANT = 17, DENY = 18, REJECT = 19;
const WINDOWS = [250, 500, 1000, 2000, 4000], MULTIPLES = [1, 2, 4, 8, 16];
const LOADS = [0, 50, 80, 100, 120, 150], LOOP_SECONDS = 16, PAUSE_SECONDS = 1.5;
const KINDS = {0: 'write', 1: 'read', 2: 'notification', 8: 'Atomic (fetch and add)'};
const $ = id => document.getElementById(id);
const shown = (number, digits = 0) => number.toLocaleString('en', {maximumFractionDigits: digits});
const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name);

// ---- runs

const worker = new Worker(URL.createObjectURL(new Blob(
    [`const wasm = "${wasm}";\n${worker_text}`], {type: 'text/javascript'})));
const waiting = new Map();
let asked = 0;
worker.onmessage = ({data}) => {
    waiting.get(data.id)(data);
    waiting.delete(data.id);
};
worker.onerror = event => say('The program does not start: ' + event.message, true);
const ask = request => new Promise(done => {
    waiting.set(++asked, done);
    worker.postMessage({id: asked, request});
});

function say(text, bad) {
    $('said').textContent = text;
    $('said').className = bad ? 'bad' : '';
}

// What a policy's name means as a request. `block`: the golden model of the block decides.
const BLOCK = 'block';
function request(name, settings) {
    const block = name === BLOCK;
    return [`policy=${block ? 'semacredit' : name}`, `block=${+block}`, ...settings,
        ...block ? ['mode=clocked'] : []].map(line => line + '\n').join('');
}
function settingsNow() {
    const load = LOADS[$('load').value];
    return {base: workloads[$('workload').value], own: [
        ...$('window').value === '2' ? [] : [`window_request_ns=${WINDOWS[$('window').value]}`],
        ...$('atomic').value === '2' ? [] :
            [`atomic_window_multiple=${MULTIPLES[$('atomic').value]}`],
        ...load ? [`load_percent=${load}`] : []]};
}

// The events of a run by operation, and what is drawn of each.
function readRun({result, operations, events}) {
    const [operationBytes, eventBytes] = result.sizes, lanes = result.lanes;
    const run = {result, lanes, f64: new Float64Array(events), u32: new Uint32Array(events),
        wide: eventBytes / 8, count: result.events, operations: []};
    const view = new DataView(operations);
    for (let i = 0; i < result.operations; i++) {
        const at = i * operationBytes;
        const opcode = view.getUint8(at + 16), atomic = opcode >= 8;
        run.operations.push({number: i, submit: view.getFloat64(at, true),
            wire: view.getUint32(at + 8, true), goodput: view.getUint32(at + 12, true), opcode,
            urgent: view.getUint8(at + 17) > 0, responds: view.getUint8(at + 19) > 0,
            column: atomic ? lanes - 2 : view.getUint8(at + 18), events: [], next: 0,
            state: -1, x: NaN, y: NaN});
    }
    for (let i = 0; i < run.count; i++)
        run.operations[run.u32[i * run.wide * 2 + 2]]?.events.push(i);
    run.end = run.count ? run.f64[(run.count - 1) * run.wide] : 0;
    run.at = 0; // first event that is not past
    for (const one of run.operations)
        one.latency = timeOf(run, one, COMPLETE) - one.submit;
    return run;
}
const kindOf = (run, event) => run.u32[event * run.wide * 2 + 4];
const nsOf = (run, event) => run.f64[event * run.wide];
const lanesOf = (run, event) => run.u32[event * run.wide * 2 + 3];
const debtOf = (run, event, lane) => run.u32[event * run.wide * 2 + 6 + lane];
const chargeOf = (run, event, lane) => run.u32[event * run.wide * 2 + 6 + run.lanes + lane];
const underWay = (run, event) => run.u32[event * run.wide * 2 + 5];
function timeOf(run, one, ...kinds) {
    const found = one.events.findLast(event => kinds.includes(kindOf(run, event)));
    return found === undefined ? NaN : nsOf(run, found);
}
const laneName = (run, lane) => lane < run.lanes - 2 ? `HBM ${lane}` :
    lane === run.lanes - 2 ? 'the Atomic engine' : lane === run.lanes - 1 ? 'the response engine' :
    'the command table';

// ---- the two panels

const panels = [...document.querySelectorAll('#panels figure')].map((figure, side) => ({
    figure, side, canvas: figure.querySelector('canvas'), caption: figure.firstElementChild,
    run: null, name: ''}));
let now = 0, playing = true, last = 0, chosen = -1, paused = 0, ink = {};
const end = () => Math.max(1, ...panels.map(panel => panel.run?.end || 0));

function size(panel) {
    const box = panel.canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    panel.wide = box.width;
    panel.high = box.height;
    panel.canvas.width = Math.round(box.width * ratio);
    panel.canvas.height = Math.round(box.height * ratio);
    panel.draw = panel.canvas.getContext('2d');
    panel.draw.setTransform(ratio, 0, 0, ratio, 0, 0);
}
function resize() {
    ink = Object.fromEntries('paper ink quiet line soft urgent bulk credit full'.split(' ').map(
        name => [name, colour(name)]));
    panels.forEach(size);
}

// Where an operation is at this time: [zone, column, part of its way].
const WAIT = 0, FLY = 1, STAGE = 2, BACK = 3, GONE = 4;
function place(run, one) {
    const {events} = one;
    if (one.next > 0 && nsOf(run, events[one.next - 1]) > now) one.next = 0;
    while (one.next < events.length && nsOf(run, events[one.next]) <= now) {
        const kind = kindOf(run, events[one.next++]);
        if (kind < 16) one.state = kind;
    }
    if (one.next === 0) return [GONE, 0, 0];
    const response = run.lanes - 1;
    const way = kind => {
        const begun = timeOfNext(run, one, one.next - 1, -1, one.state);
        const over = timeOfNext(run, one, one.next, 1, kind);
        return over > begun ? Math.min(1, (now - begun) / (over - begun)) : 1;
    };
    switch (one.state) {
    case SUBMIT: case RETRY: return [WAIT, one.column, 0];
    case DISPATCH: return [FLY, one.column, way(ARRIVE)];
    case ARRIVE: return [STAGE, one.column, 0];
    case REFUSE: return [BACK, one.column, 1 - way(RETRY)];
    case HBM_DONE: case ATOMIC_DONE:
        return one.responds ? [STAGE, response, 0] : [GONE, 0, 0];
    default: return [GONE, 0, 0];
    }
}
function timeOfNext(run, one, from, by, kind) {
    for (let i = from; i >= 0 && i < one.events.length; i += by)
        if (kindOf(run, one.events[i]) === kind) return nsOf(run, one.events[i]);
    return now;
}

// The lanes' bars: debt by window; of a policy without windows, commands by their limit.
function bars(panel, top, high, column) {
    const {draw, run} = panel, event = run.at - 1, {windows, one, limit} = run.result;
    const box = (x, wide, share, text) => {
        draw.fillStyle = ink.soft;
        draw.fillRect(x, top, wide, high);
        draw.fillStyle = share > .9 ? ink.full : ink.credit;
        draw.fillRect(x, top, wide * Math.min(1, share), high);
        draw.strokeStyle = ink.line;
        draw.strokeRect(x + .5, top + .5, wide - 1, high - 1);
        draw.fillStyle = ink.ink;
        if (text) draw.fillText(text, x + wide / 2, top + high / 2 + 4);
    };
    const debt = lane => event < 0 ? 0 : debtOf(run, event, lane);
    if (!windows.some(window => window)) {
        const held = event < 0 ? 0 : underWay(run, event);
        box(2, panel.wide - 4, held / limit, `${held} of ${limit} commands, of any kind`);
    } else if (one) {
        box(2, panel.wide - 4, debt(0) / windows[0], 'one window for all');
    } else {
        for (let lane = 0; lane < run.lanes; lane++) {
            const share = windows[lane] ? debt(lane) / windows[lane] : 0;
            box(lane * column + 2, column - 4, share,
                column > 34 ? `${Math.round(100 * share)} %` : '');
        }
    }
}

function paint(panel) {
    const {run, draw, wide, high} = panel;
    draw.clearRect(0, 0, wide, high);
    if (!run) return;
    while (run.at < run.count && nsOf(run, run.at) <= now) run.at++;
    while (run.at > 0 && nsOf(run, run.at - 1) > now) run.at--;
    const column = wide / run.lanes, dot = column > 44 ? 6 : column > 30 ? 5 : 4, step = dot + 1;
    const row = Math.max(1, Math.floor((column - 4) / step));
    const gate = Math.round(high * .47), bar = 22, floor = high - 20, ceiling = 28;
    draw.font = '12px system-ui, "DejaVu Sans", sans-serif';
    draw.textAlign = 'center';
    draw.fillStyle = ink.quiet;
    for (let lane = 0; lane < run.lanes; lane++)
        draw.fillText(['Atomic', 'response'][lane - run.lanes + 2]?.slice(0, column > 50 ? 8 : 4) ||
            (column > 40 || !lane ? `HBM ${lane}` : `${lane}`), (lane + .5) * column, high - 5);
    draw.textAlign = 'left';
    draw.fillText('waits at its source', 2, 12);
    draw.fillText('is on its way, then queues at its stage', 2, gate + bar + 14);
    draw.textAlign = 'center';
    const counts = [new Array(run.lanes).fill(0), null, new Array(run.lanes).fill(0)];
    const most = [Math.floor((gate - ceiling - 4) / step) * row, 0,
        Math.floor((floor - gate - bar - 34) / step) * row];
    const glide = playing ? .3 : 1;
    let marked = null;
    for (const one of run.operations) {
        const [zone, lane, part] = place(run, one);
        if (zone === GONE) {
            one.x = NaN;
            continue;
        }
        let x, y;
        if (zone === WAIT || zone === STAGE) {
            const at = counts[zone][lane]++;
            if (at >= most[zone]) {
                one.x = NaN;
                continue;
            }
            const level = Math.floor(at / row), across = at % row; // neighbours stay neighbours
            x = lane * column + 2 + (level % 2 ? row - 1 - across : across) * step;
            y = (zone === WAIT ? gate - 4 : floor) - step - level * step;
        } else {
            x = lane * column + 2 + one.number % row * step;
            y = gate + bar + part * (floor - gate - bar - step);
        }
        one.x = zone === FLY || isNaN(one.x) ? x : one.x + (x - one.x) * glide;
        one.y = zone === FLY || isNaN(one.y) ? y : one.y + (y - one.y) * glide;
        if (one.number === chosen) marked = one;
        draw.fillStyle = one.urgent ? ink.urgent : ink.bulk;
        draw.globalAlpha = zone === FLY || zone === BACK ? .75 : 1;
        draw.fillRect(one.x, one.y, dot, dot);
    }
    draw.globalAlpha = 1;
    draw.fillStyle = ink.ink;
    for (const [zone, y] of [[WAIT, ceiling - 3], [STAGE, gate + bar + 29]])
        counts[zone].forEach((count, lane) => {
            const more = count - most[zone];
            if (more > 0) draw.fillText(`+${more}`, (lane + .5) * column, y);
        });
    bars(panel, gate, bar, column);
    if (marked) {
        draw.strokeStyle = ink.ink;
        draw.lineWidth = 2;
        draw.strokeRect(marked.x - 3, marked.y - 3, dot + 6, dot + 6);
        draw.lineWidth = 1;
    }
}

// ---- the clock of the page

const frames = {count: 0, since: 0, cost: []};
function frame(stamp) {
    const begun = performance.now();
    if (playing && panels.every(panel => panel.run)) {
        const passed = Math.min(.1, (stamp - last) / 1000 || 0);
        if (now >= end()) {
            paused += passed;
            if (paused > PAUSE_SECONDS) now = paused = 0;
        } else {
            now = Math.min(end(), now + passed * $('speed').value * end() / LOOP_SECONDS);
        }
        $('at').value = Math.round(1000 * now / end());
    }
    last = stamp;
    $('at-shown').textContent = `${shown(now)} ns`;
    panels.forEach(paint);
    marks();
    frames.count++;
    frames.cost[frames.count % 600] = performance.now() - begun;
    requestAnimationFrame(frame);
}

// ---- results

const GROUPS = [['latency-sensitive', 'urgent'], ['bulk', 'bulk']];
function goodput(run, urgent) { // Gb/s, of the group, over the makespan of all
    const bytes = run.operations.reduce((sum, one) =>
        sum + (one.urgent === urgent && one.latency > 0 ? one.goodput : 0), 0);
    return run.result.makespan > 0 ? 8 * bytes / run.result.makespan : 0;
}
function results() {
    const rows = [];
    for (const [name, key] of GROUPS) {
        const class_ = panels.map(({run}) => run.result[key]);
        if (!class_[0].count) continue;
        rows.push([name, 'P99 of the latency', class_.map(one => one.p99), 'ns', false],
            ['', 'P50', class_.map(one => one.p50), 'ns', false],
            ['', 'goodput', panels.map(({run}) => goodput(run, key === 'urgent')), 'Gb/s', true]);
    }
    rows.push(['all', 'goodput', panels.map(({run}) => run.result.goodput), 'Gb/s', true]);
    $('results').querySelectorAll('thead th').forEach((cell, at) => {
        if (at > 1) cell.textContent = title(panels[at - 2].name);
    });
    $('results').tBodies[0].replaceChildren(...rows.map(([group, what, values, unit, more]) => {
        const line = document.createElement('tr'), most = Math.max(...values);
        const name = `<th scope="row">${group}</th><td>${what}</td>`;
        line.innerHTML = name + values.map((value, at) => {
            const other = values[1 - at];
            const better = more ? value > 1.01 * other : value < .99 * other;
            return `<td class="${'ab'[at]}${better ? ' better' : ''}">${shown(value,
                unit === 'ns' ? 0 : 1)} ${unit}<div class="bar" style="width:${most > 0 ?
                100 * value / most : 0}%"></div></td>`;
        }).join('');
        return line;
    }));
    say(sentence());
}
const counts = ({windows, one, retries}) => retries ? '' : one ? 'One window for all stages.' :
    windows.some(Boolean) ? 'A window for each lane.' : 'It counts commands, whatever they need.';
const title = name => name === BLOCK ? 'the block' : name;
// "5.1 times shorter", "the same".
function ratio(from, to, less, more) {
    const times = from / to;
    return Math.abs(times - 1) < .02 ? 'the same' : times > 1 ?
        `${shown(times, 1)} times ${less}` : `${shown(1 / times, 1)} times ${more}`;
}
function sentence() {
    const [a, b] = panels.map(({run}) => run.result), names = panels.map(one => title(one.name));
    const key = a.urgent.count ? 'urgent' : 'bulk';
    return `${names[1]} instead of ${names[0]}: P99 of ${key === 'urgent' ? 'latency-sensitive' :
        'all'} operations is ${ratio(a[key].p99, b[key].p99, 'shorter', 'longer')}, goodput is ${
        ratio(b.goodput, a.goodput, 'higher', 'lower')}.`;
}

// ---- the life of an operation

function story(run, one) {
    const lines = [];
    for (const event of one.events) {
        const kind = kindOf(run, event), lanes = lanesOf(run, event), {windows, limit} = run.result;
        const each = call => Array.from({length: run.lanes}, (_, lane) => lane).filter(
            lane => lanes >> lane & 1).map(call).join('; ');
        const text = {[SUBMIT]: 'is submitted', [DISPATCH]: 'leaves its source',
            [ARRIVE]: `arrives at ${laneName(run, one.column)}`,
            [REFUSE]: 'is refused by the target', [RETRY]: 'is back at its source',
            [HBM_DONE]: 'HBM is done', [ATOMIC_DONE]: 'the Atomic engine is done',
            [RESP_DONE]: 'its response is sent', [COMPLETE]: 'is complete'}[kind];
        if (text) lines.push([event, text]);
        else if (kind === GRANT)
            lines.push([event, 'is granted' + (lanes ? ': ' + each(lane =>
                `${shown(chargeOf(run, event, lane))} of ${laneName(run, lane)}`) : '')]);
        else if (kind === REJECT) lines.push([event, 'is rejected']);
        else if (kind === DENY)
            lines.push([event, 'waits: ' + [each(lane => laneName(run, lane) + ': ' +
                `${shown(debtOf(run, event, lane))} + ${shown(chargeOf(run, event, lane))} > ` +
                shown(windows[lane])), lanes >> run.lanes & 1 ? `all ${limit} commands are out` :
                ''].filter(Boolean).join('; ')]);
    }
    return lines;
}
function track(run, one) { // waits, way, stage, response, way back
    const enters = timeOf(run, one, DISPATCH), arrives = timeOf(run, one, ARRIVE);
    const served = timeOf(run, one, HBM_DONE, ATOMIC_DONE), sent = timeOf(run, one, RESP_DONE);
    const over = timeOf(run, one, COMPLETE), at = time => 100 * time / end();
    const parts = [['waits', one.submit, enters], ['flies', enters, arrives],
        ['stage', arrives, served], ['response', served, sent],
        ['flies', isNaN(sent) ? served : sent, over]];
    return parts.filter(([, from, to]) => to > from).map(([what, from, to]) =>
        `<span class="${what}" style="left:${at(from)}%;width:${at(to - from)}%"></span>`).join('');
}
const ENTITIES = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};
const escaped = text => text.replace(/[&<>]/g, one => ENTITIES[one]);
const PARTS = [['waits', 'waits at its source'], ['flies', 'on its way'],
    ['stage', 'queues and is served'], ['response', 'its response']].map(
    ([what, means]) => `<span><i class="${what}"></i> ${means}</span> `).join('');
function life() {
    const ones = panels.map(({run}) => run.operations[chosen]);
    if (!ones[0]) return;
    const [one] = ones, {column, opcode, wire, urgent} = one;
    const group = urgent ? 'latency-sensitive' : 'bulk';
    $('life-title').textContent = `The life of operation ${chosen}: a ${group} ${KINDS[opcode] ||
        'Atomic'} of ${shown(wire)} bytes on the wire, for ${laneName(panels[0].run, column)}`;
    $('life').innerHTML = `<p class="key">${PARTS}</p><div class="lives">` + panels.map(panel => {
        const {run, name, side} = panel;
        const mine = run.operations[chosen];
        return `<div><b class="name ${'ab'[side]}">${title(name)}</b>: ${mine.latency > 0 ?
            `${shown(mine.latency)} ns` : 'never complete'}<div class="track">${track(run, mine)}` +
            `<span class="now"></span></div><ol>${story(run, mine).map(([event, text]) =>
                `<li><time>${shown(nsOf(run, event), 1)} ns</time>` +
                `<span>${escaped(text)}</span></li>`).join('')}</ol></div>`;
    }).join('') + '</div>';
    marks();
}
function marks() {
    for (const mark of document.querySelectorAll('.track .now'))
        mark.style.left = `${100 * now / end()}%`;
}
function choose(panel, event) {
    const box = panel.canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    let best = 14 ** 2;
    for (const one of panel.run?.operations || []) {
        const far = (one.x + 3 - x) ** 2 + (one.y + 3 - y) ** 2;
        if (far < best) [best, chosen] = [far, one.number];
    }
    life();
}
function step(event) {
    const by = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
    const count = panels[0].run?.operations.length;
    if (!by || !count) return;
    event.preventDefault();
    chosen = (chosen + by + count) % count;
    life();
}

// ---- the controls

// The page's address has them, for links and for the way back.
const CONTROLS = ['workload', 'policy-a', 'policy-b', 'window', 'atomic', 'load'];
function restore() {
    for (const [id, value] of new URLSearchParams(location.hash.slice(1))) {
        if (!CONTROLS.includes(id)) continue;
        const before = $(id).value;
        $(id).value = value;
        if (!$(id).value) $(id).value = before; // no such workload or policy
    }
}

let round = 0;
async function run() {
    const mine = ++round, {base, own} = settingsNow(), names = ['a', 'b'].map(
        side => $('policy-' + side).value);
    $('window-shown').textContent = `${shown(WINDOWS[$('window').value])} ns of HBM`;
    $('atomic-shown').textContent = `${MULTIPLES[$('atomic').value]} times that`;
    $('load-shown').textContent = LOADS[$('load').value] ? `${LOADS[$('load').value]} %` :
        'burst';
    const answers = await Promise.all(names.map(name => ask(request(name, [...base, ...own]))));
    if (mine !== round) return; // asked again meanwhile
    const wrong = answers.find(answer => answer.error);
    if (wrong) {
        say(wrong.error, true);
        return;
    }
    answers.forEach((answer, side) => {
        const panel = panels[side];
        Object.assign(panel, {run: readRun(answer), name: names[side]});
        const meaning = escaped(meanings.get(names[side]));
        panel.caption.innerHTML =
            `<b>${title(names[side])}</b>: ${meaning}. ${counts(panel.run.result)}`;
    });
    history.replaceState(null, '', '#' + new URLSearchParams(CONTROLS.map(
        id => [id, $(id).value])));
    now = paused = 0;
    const group = panels[0].run.operations.filter(one => one.urgent);
    chosen = (group.length ? group : panels[0].run.operations).reduce((worst, one) =>
        one.latency > worst.latency ? one : worst).number;
    const {windows, one} = panels[1].run.result, counted = windows.some(Boolean) && !one;
    $('command').textContent = 'build/semacredit run --workload ' + $('workload').value +
        (names[1] === BLOCK ? ' --policy semacredit --admission golden --set mode=clocked' :
            ' --policy ' + names[1]) + own.filter(
            line => counted || line.startsWith('load')).map(line => ' --set ' + line).join('') +
        ' --hash';
    results();
    life();
}

const meanings = new Map();
async function begin() {
    for (const line of (await ask()).result.trim().split('\n'))
        meanings.set(...line.split('\t'));
    meanings.set(BLOCK, 'semacredit, decided by the golden model of the hardware, a clock each ns');
    const options = (select, names, value) => {
        select.replaceChildren(...names.map(name => new Option(title(name), name)));
        select.value = value;
    };
    options($('workload'), Object.keys(workloads), 'remote_read');
    options($('policy-a'), [...meanings.keys()], 'aggregate');
    options($('policy-b'), [...meanings.keys()], 'semacredit');
    $('size').textContent = `${shown(wasm.length * 3 / 4 / 1000)} kB`;
    restore();
    resize();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) $('play').click();
    await run();
    requestAnimationFrame(frame);
}
document.documentElement.className = self === top ? '' : 'within';
$('controls').oninput = run;
$('controls').onsubmit = event => event.preventDefault();
$('play').onclick = () => {
    playing = !playing;
    $('play').textContent = playing ? 'Pause' : 'Play';
};
$('at').oninput = () => { // looked at, it stands still
    now = $('at').value / 1000 * end();
    if (playing) $('play').click();
};
panels.forEach(panel => {
    panel.canvas.onclick = event => choose(panel, event);
    panel.canvas.onkeydown = step;
});
addEventListener('resize', resize);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resize);
begin();
