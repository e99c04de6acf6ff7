'use strict';
// Waves of a failure on a canvas: the golden model's signal above the block's, differences filled.

const DUT = 'TOP.semacredit.';
// "ref trace_kind" is the golden model's "trace_kind", "Atomic 0 ref debt" its "Atomic 0 debt".
const isRef = signal => /(^| )ref /.test(signal.label);
const inDut = label => label.replace(/(^| )ref /, '$1');
const ROW = 22, TALL = 54, HEAD = 24;

// The value of a signal at a time, and its place in the list of changes; -1 before the first.
function placeAt(signal, time) {
    let low = 0, high = signal.v.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (signal.v[middle][0] <= time) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}
const valueAt = (signal, time) => (signal.v[placeAt(signal, time)] || [0, ''])[1];

// Rows: groups with their signals; a signal of the golden model goes above that of the block.
function rowsOf(waves) {
    const ref = new Map(waves.signals.filter(isRef).map(one => [inDut(one.label), one]));
    const groups = [];
    for (const [name, signals] of groupBy(waves.signals, one => one.group)) {
        const rows = [];
        for (const signal of signals) {
            if (isRef(signal) || /\.clk_i$/.test(signal.path)) continue;
            const other = ref.get(signal.label);
            // A debt is drawn against its window.
            const limit = /debt/.test(signal.label) && signals.find(one =>
                one.label === signal.label.replace(/debt.*/, 'window'));
            if (limit) rows.splice(rows.findIndex(row => row.signal === limit), 1);
            if (other) rows.push({signal: {...other, names: signal.names || other.names,
                flags: signal.flags}, label: 'ref ' + signal.label, pair: signal, ref: true,
            limit: limit || null});
            rows.push({signal, label: (other ? 'dut ' : '') + signal.label, pair: other || null,
                limit: limit || null});
        }
        if (rows.length) groups.push({name, open: Boolean(signals[0].open) &&
            name !== 'Clock and reset', rows});
    }
    return groups;
}
const padded = value => value.replace(/^0+(?=.)/, '');
function showValue(waves, signal, value) {
    if (value === '' || value === 'x') return value;
    const named = signal.names && waves.names[signal.names];
    if (named && named[padded(value)] !== undefined) return named[padded(value)];
    const flags = parseInt(signal.flags, 16);
    if (signal.bits === 1) return value;
    let number = BigInt('0x' + value);
    if (flags & 0x20000000) return number.toString(2).replace(/0/g, '').length.toString();
    if (flags & 0x400) number = BigInt.asIntN(signal.bits, number);
    return flags & 0x404 ? number.toString() : '0x' + value; // signed or decimal
}
const tall = row => row.signal.bits > 1 && (parseInt(row.signal.flags, 16) & 0x8000) !== 0;

// Draws into `parent`, with links to the RTL in that folder; the view is kept in the page's address
// as #wave=NAME,FROM,TO,CURSOR.
function drawWaves(parent, name, waves, rtl, view) {
    const clock = waves.clock_ps, groups = rowsOf(waves);
    let from = waves.marker - 12 * clock, to = waves.marker + 8 * clock, cursor = waves.marker;
    if (view) [from, to, cursor] = view.map(value => value * clock);
    let wanted = '', labels = 260, shownRows = [], keeping;
    const canvas = el('canvas', {class: 'wave', tabindex: 0, role: 'img', 'aria-label':
        `Waves of ${name}. Arrow keys: from change to change; plus and minus: zoom; Home: marker`});
    const state = el('p', {class: 'code', role: 'status'});
    const values = el('details', {ontoggle: () => list()},
        el('summary', {}, 'all values at the cursor'));
    const css = variable => getComputedStyle(document.documentElement).getPropertyValue(variable);
    const x = time => labels + (time - from) / (to - from) * (canvas.clientWidth - labels);
    const time = px => from + (px - labels) / (canvas.clientWidth - labels) * (to - from);

    function layout() {
        shownRows = [];
        let y = HEAD;
        for (const group of groups) {
            const rows = group.rows.filter(row => wanted ?
                row.label.toLowerCase().includes(wanted) : group.open);
            if (wanted && !rows.length) continue;
            shownRows.push({group, y, height: ROW});
            y += ROW;
            for (const row of rows) {
                shownRows.push({row, y, height: tall(row) ? TALL : ROW});
                y += shownRows[shownRows.length - 1].height;
            }
        }
        return y + 4;
    }
    function drawSignal(g, {row, y, height}, colours) {
        const {signal, pair} = row, top = y + 3, bottom = y + height - 3, v = signal.v;
        g.fillStyle = g.strokeStyle = row.ref ? colours.ref : colours.dut;
        let most = 1;
        const right = canvas.clientWidth;
        if (tall(row)) for (const [, value] of [...v, ...(row.limit ? row.limit.v : [])])
            most = Math.max(most, parseInt(value, 16) || 0);
        if (row.limit) {
            const level = time => bottom - (parseInt(valueAt(row.limit, time), 16) || 0) / most *
                (bottom - top);
            g.save();
            g.strokeStyle = colours.limit;
            g.setLineDash([5, 3]);
            g.beginPath();
            g.moveTo(labels, level(from));
            for (const [at] of row.limit.v.filter(one => one[0] > from && one[0] < to)) {
                g.lineTo(x(at), level(at - 1));
                g.lineTo(x(at), level(at));
            }
            g.lineTo(right, level(to));
            g.stroke();
            g.restore();
        }
        for (let at = Math.max(0, placeAt(signal, from)); at < v.length && v[at][0] <= to; at++) {
            const left = Math.max(labels, x(v[at][0]));
            const end = Math.min(right, at + 1 < v.length ? x(v[at + 1][0]) : x(waves.to));
            if (end <= labels) continue;
            g.beginPath();
            if (signal.bits === 1 || tall(row)) {
                const share = (parseInt(v[at][1], 16) || 0) / most;
                const level = bottom - share * (bottom - top);
                if (at > 0 && left > labels) {
                    const before = (parseInt(v[at - 1][1], 16) || 0) / most;
                    g.moveTo(left, bottom - before * (bottom - top));
                    g.lineTo(left, level);
                } else g.moveTo(left, level);
                g.lineTo(end, level);
                g.stroke();
                if (tall(row) && end - left > 34)
                    g.fillText(showValue(waves, signal, v[at][1]), left + 3,
                        level - top > 14 ? level - 3 : level + 12, end - left - 6);
            } else {
                const slope = Math.min(4, (end - left) / 3), middle = (top + bottom) / 2;
                g.moveTo(left, middle);
                g.lineTo(left + slope, top);
                g.lineTo(end - slope, top);
                g.lineTo(end, middle);
                g.lineTo(end - slope, bottom);
                g.lineTo(left + slope, bottom);
                g.closePath();
                g.stroke();
                const what = showValue(waves, signal, v[at][1]);
                if (end - left > 9 + 6 * Math.min(3, what.length)) g.fillText(
                    g.measureText(what).width > end - left - 8 ? cutOff(what,
                        Math.floor((end - left - 6) / 7)) : what, left + slope + 2, bottom - 4);
            }
        }
        if (!pair) return;
        // Where the two differ, both rows are filled.
        const times = unique([from, to, ...[...signal.v, ...pair.v].map(one => one[0])])
            .filter(one => one >= from && one <= to).sort((a, b) => a - b);
        g.fillStyle = colours.differ;
        for (let i = 0; i + 1 < times.length; i++)
            if (valueAt(signal, times[i]) !== valueAt(pair, times[i]))
                g.fillRect(x(times[i]), y + 1, x(times[i + 1]) - x(times[i]), height - 2);
    }
    function draw() {
        const height = layout(), width = canvas.clientWidth, scale = devicePixelRatio || 1;
        if (!width) return;
        labels = Math.min(260, width * .45);
        canvas.style.height = height + 'px';
        canvas.width = width * scale;
        canvas.height = height * scale;
        const g = canvas.getContext('2d');
        const colours = {ref: css('--ref'), dut: css('--dut'), ink: css('--ink'),
            quiet: css('--quiet'), limit: css('--red'), line: css('--line'),
            differ: 'rgba(230, 80, 60, .38)'};
        g.scale(scale, scale);
        g.fillStyle = css('--paper');
        g.fillRect(0, 0, width, height);
        g.font = '12px "DejaVu Sans", system-ui, sans-serif';
        const step = Math.max(1, Math.ceil((to - from) / clock / ((width - labels) / 56)));
        for (let c = Math.ceil(from / clock / step) * step; c * clock <= to; c += step) {
            g.strokeStyle = colours.line;
            g.strokeRect(x(c * clock), HEAD - 6, 0, height);
            g.fillStyle = colours.quiet;
            g.fillText(c + 1, x(c * clock) + 2, 13);
        }
        for (const entry of shownRows) {
            g.save();
            g.beginPath();
            g.rect(0, entry.y, labels - 6, entry.height);
            g.clip();
            if (entry.group) {
                g.restore();
                g.fillStyle = colours.ink;
                g.font = g.font.replace('12px', 'bold 12px');
                g.fillText((entry.group.open || wanted ? '\u25be ' : '\u25b8 ') +
                    entry.group.name, 2, entry.y + 15);
                g.font = g.font.replace('bold ', '');
                continue;
            }
            const {signal} = entry.row, found = showValue(waves, signal, valueAt(signal, cursor));
            const cut = cutOff(found, 12);
            g.textAlign = 'right';
            g.fillStyle = colours.ink;
            g.fillText(cut, labels - 10, entry.y + (entry.height > ROW ? 32 : 15));
            g.textAlign = 'left';
            g.fillStyle = entry.row.ref ? colours.ref : colours.ink;
            g.fillText(entry.row.label, 12, entry.y + 15, labels - 32 - (entry.height > ROW ? 0 :
                g.measureText(cut).width));
            g.restore();
            g.save();
            g.beginPath();
            g.rect(labels, entry.y, width - labels, entry.height);
            g.clip();
            drawSignal(g, entry, colours);
            g.restore();
        }
        for (const [at, colour, dash] of [[waves.marker, css('--red'), []],
            [cursor, colours.ink, [4, 3]]]) {
            if (at < from || at > to) continue;
            g.strokeStyle = colour;
            g.lineWidth = 1.5;
            g.setLineDash(dash);
            g.beginPath();
            g.moveTo(x(at), HEAD - 8);
            g.lineTo(x(at), height);
            g.stroke();
        }
        const differing = shownRows.filter(({row}) => row && row.pair && !row.ref &&
            valueAt(row.signal, cursor) !== valueAt(row.pair, cursor)).map(({row}) =>
            `${row.signal.label}: ref ${showValue(waves, row.signal, valueAt(row.pair, cursor))
            }, dut ${showValue(waves, row.signal, valueAt(row.signal, cursor))}`);
        state.textContent = `clock ${Math.floor(cursor / clock) + 1}${cursor === waves.marker ?
            ` (marker: ${waves.what})` : ''}; ${differing.length ?
            'differs: ' + differing.join('; ') : 'no shown output differs here'}`;
        canvas.dataset.clock = Math.floor(cursor / clock) + 1;
        if (values.open) list();
    }
    function list() {
        if (!values.open) return;
        values.replaceChildren(values.firstChild, el('pre', {tabindex: 0}, waves.signals
            .flatMap(one => {
                const at = one.path.startsWith(DUT) &&
                    !one.path.startsWith(`${DUT}beside.`) && lineOf(one.path, rtl);
                return [`${one.label.padEnd(34)} ${showValue(waves, one, valueAt(one, cursor))
                    .padEnd(20)} `, at ? sourceLink(at, rtl) : null, '\n'];
            })));
    }
    function changed() {
        draw();
        clearTimeout(keeping);
        keeping = setTimeout(() => history.replaceState(null, '', `#wave=${name},${
            [from, to, cursor].map(value => +(value / clock).toFixed(2)).join(',')}`), 200);
    }
    function zoom(factor, around) {
        const least = 4 * clock, most = (waves.to - waves.from) * 1.1 || least;
        const span = Math.max(least, Math.min(most, (to - from) * factor));
        from = around - (around - from) * span / (to - from);
        to = from + span;
        changed();
    }
    // The nearest change of a shown signal, to the left or right.
    function step(way) {
        const times = shownRows.flatMap(({row}) => row ? row.signal.v.map(one => one[0]) : [])
            .filter(one => way * (one - cursor) > 0);
        if (!times.length) return;
        cursor = way > 0 ? Math.min(...times) : Math.max(...times);
        const span = to - from;
        if (cursor < from || cursor > to) { from = cursor - span / 2; to = from + span; }
        changed();
    }
    canvas.addEventListener('wheel', event => {
        if (event.offsetX < labels) return;
        event.preventDefault();
        zoom(event.deltaY > 0 ? 1.25 : .8, time(event.offsetX));
    }, {passive: false});
    let drag = null;
    canvas.onpointerdown = event => {
        drag = {at: event.offsetX, from, to, moved: false};
        canvas.setPointerCapture(event.pointerId);
    };
    canvas.onpointermove = event => {
        if (!drag || Math.abs(event.offsetX - drag.at) < 4 && !drag.moved) return;
        const by = (drag.at - event.offsetX) / (canvas.clientWidth - labels) *
            (drag.to - drag.from);
        drag.moved = true;
        from = drag.from + by;
        to = drag.to + by;
        changed();
    };
    canvas.onpointerup = event => {
        const moved = drag && drag.moved;
        drag = null;
        if (moved) return;
        const entry = shownRows.find(one => event.offsetY >= one.y &&
            event.offsetY < one.y + one.height);
        if (entry && entry.group) entry.group.open = !entry.group.open;
        else if (event.offsetX > labels) cursor = Math.floor(time(event.offsetX) / clock) * clock;
        changed();
    };
    canvas.onkeydown = event => {
        const act = {ArrowLeft: () => step(-1), ArrowRight: () => step(1),
            '+': () => zoom(.7, cursor), '=': () => zoom(.7, cursor), '-': () => zoom(1.4, cursor),
            Home: () => {
                cursor = waves.marker;
                [from, to] = [cursor - (to - from) * .6, cursor + (to - from) * .4];
                changed();
            }}[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    };
    const button = (what, act) => el('button', {class: 'plain', type: 'button', onclick: act},
        what);
    parent.append(el('div', {class: 'tools'},
        button('\u2212 zoom out', () => zoom(1.4, cursor)),
        button('+ zoom in', () => zoom(.7, cursor)),
        button('\u25c0 change', () => step(-1)), button('change \u25b6', () => step(1)),
        button('to the marker', () => canvas.onkeydown({key: 'Home', preventDefault() {}})),
        el('label', {}, 'signals ', el('input', {type: 'search', placeholder: 'by name',
            oninput: event => { wanted = event.target.value.toLowerCase(); draw(); }})),
        button('open or close all groups', () => {
            const open = !groups.every(group => group.open);
            groups.forEach(group => { group.open = open; });
            draw();
        }),
        button('save as picture', () => el('a', {download: name + '.png',
            href: canvas.toDataURL()}).click())),
    state, canvas, el('p', {class: 'quiet'}, `Red line: ${waves.what}; dashed: a window. Filled: `
        + 'golden model and block differ. A click sets the cursor, on a heading opens a group; '
        + 'drag pans, the wheel zooms.'),
    values);
    new ResizeObserver(draw).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    return canvas;
}
