'use strict';
// Waves of a failure on a canvas, zoomed and panned by D3: the golden model's signal above the
// block's, differences filled.

const ROW = 22, TALL = 54, HEAD = 24;
const placeAt = (values, time) => d3.bisector(one => one[0]).right(values, time) - 1;
const valueAt = (values, time) => (values[placeAt(values, time)] || [0, ''])[1];

// The view is kept in the page's address as #wave=NAME,FROM,TO,CURSOR, in clocks.
drawers.waves = (waves, parent, name) => {
    const clock = waves.clock_ps, {signals, marker} = waves;
    const groups = [...d3.group(signals, one => one.group)].map(([title, rows]) => ({title, rows,
        open: rows[0].open}));
    let cursor = marker, wanted = '', labels = 260, shownRows = [], keeping, width = 0;
    const x = d3.scaleLinear([marker - 12 * clock, marker + 8 * clock], [labels, 1000]);
    const canvas = el('canvas', {class: 'wave', tabindex: 0, role: 'img', 'aria-label':
        `Waves of ${name}. Arrow keys: from change to change; plus and minus: zoom; Home: marker`});
    const state = el('p', {class: 'code', role: 'status'});
    const all = el('details', {ontoggle: () => list()},
        el('summary', {}, 'all values at the cursor'));
    const css = word => getComputedStyle(document.documentElement).getPropertyValue('--' + word);

    function layout() {
        let y = HEAD;
        const add = (entry, height) => { shownRows.push({...entry, y, height}); y += height; };
        shownRows = [];
        for (const group of groups) {
            const rows = group.rows.filter(({label}) => wanted ?
                label.toLowerCase().includes(wanted) : group.open);
            if (wanted && !rows.length) continue;
            add({group}, ROW);
            rows.forEach(row => add({row}, row.tall ? TALL : ROW));
        }
        return y + 4;
    }
    // Each value of some that is seen: from where to where, its place in the list.
    function each(values, draw) {
        const [from, to] = x.domain();
        for (let at = Math.max(0, placeAt(values, from)); at < values.length && values[at][0] <= to;
            at++) {
            const left = Math.max(labels, x(values[at][0]));
            const end = Math.min(width, x(at + 1 < values.length ? values[at + 1][0] : waves.to));
            if (end > left) draw(left, end, values[at][1], at);
        }
    }
    function drawSteps(g, values, level) {
        g.beginPath();
        each(values, (left, end, value, at) => {
            if (at) g.lineTo(left, level(value)); else g.moveTo(left, level(value));
            g.lineTo(end, level(value));
        });
        g.stroke();
    }
    function drawSignal(g, row, y, height) {
        const top = y + 3, bottom = y + height - 3;
        g.fillStyle = g.strokeStyle = css(row.upper ? 'ref' : 'dut');
        if (row.bit || row.tall) {
            const most = row.bit ? 1 : d3.max([...row.v, ...(row.limit || [])], one => +one[1]);
            const level = value => bottom - (+value || 0) / (most || 1) * (bottom - top);
            drawSteps(g, row.v, level);
            if (row.tall) each(row.v, (left, end, value) => {
                if (end - left > 34) g.fillText(value, left + 3, level(value) - top > 14 ?
                    level(value) - 3 : level(value) + 12, end - left - 6);
            });
            g.strokeStyle = css('red');
            g.setLineDash([5, 3]);
            if (row.tall && row.limit) drawSteps(g, row.limit, level);
            g.setLineDash([]);
        } else each(row.v, (left, end, value) => {
            const slope = Math.min(4, (end - left) / 3), middle = (top + bottom) / 2;
            g.beginPath();
            for (const [px, py] of [[left, middle], [left + slope, top], [end - slope, top],
                [end, middle], [end - slope, bottom], [left + slope, bottom], [left, middle]])
                g.lineTo(px, py);
            g.stroke();
            if (end - left > 9 + 6 * Math.min(3, value.length)) g.fillText(value.slice(0,
                Math.floor((end - left - 6) / 7)), left + slope + 2, bottom - 4);
        });
        if (row.pair === undefined) return;
        g.fillStyle = 'rgba(230, 80, 60, .38)';
        const other = signals[row.pair].v, [from, to] = x.domain();
        const times = d3.sort([from, to, ...row.v.concat(other).map(one => one[0])
            .filter(one => one > from && one < to)]);
        for (const [left, end] of d3.pairs(times)) if (valueAt(row.v, left) !== valueAt(other,
            left)) g.fillRect(x(left), y + 1, x(end) - x(left), height - 2);
    }
    const clipped = (g, left, y, right, height, draw) => {
        g.save();
        g.beginPath();
        g.rect(left, y, right - left, height);
        g.clip();
        draw();
        g.restore();
    };
    function drawLabel(g, row, y, height) {
        const value = valueAt(row.v, cursor).slice(0, 12);
        g.textAlign = 'right';
        g.fillStyle = css('ink');
        g.fillText(value, labels - 10, y + (height > ROW ? 32 : 15));
        g.textAlign = 'left';
        g.fillStyle = css(row.upper ? 'ref' : 'ink');
        g.fillText(row.label, 12, y + 15, labels - 32 - (height > ROW ? 0 :
            g.measureText(value).width));
    }
    function draw() {
        const height = layout(), scale = devicePixelRatio || 1, [from, to] = x.domain();
        width = canvas.clientWidth;
        if (!width) return;
        labels = Math.min(260, width * .45);
        x.range([labels, width]);
        canvas.style.height = height + 'px';
        canvas.width = width * scale;
        canvas.height = height * scale;
        const g = canvas.getContext('2d');
        g.scale(scale, scale);
        g.fillStyle = css('paper');
        g.fillRect(0, 0, width, height);
        const font = '12px "DejaVu Sans", system-ui, sans-serif';
        g.font = font;
        const step = Math.max(1, Math.ceil((to - from) / clock / ((width - labels) / 56)));
        for (let at = Math.ceil(from / clock / step) * step; at * clock <= to; at += step) {
            g.fillStyle = css('line');
            g.fillRect(x(at * clock), HEAD - 6, 1, height);
            g.fillStyle = css('quiet');
            g.fillText(at + 1, x(at * clock) + 2, 13);
        }
        for (const {group, row, y, height: tall} of shownRows) if (group) {
            g.fillStyle = css('ink');
            g.font = 'bold ' + font;
            g.fillText((group.open || wanted ? '\u25be ' : '\u25b8 ') + group.title, 2, y + 15);
            g.font = font;
        } else {
            clipped(g, 0, y, labels - 6, tall, () => drawLabel(g, row, y, tall));
            clipped(g, labels, y, width, tall, () => drawSignal(g, row, y, tall));
        }
        for (const [at, what] of [...waves.markers, [cursor, '']]) if (at >= from && at <= to) {
            g.fillStyle = css(at === marker ? 'red' : 'ink');
            g.fillRect(x(at), HEAD - 8, 1.5, height);
            if (what) g.fillText(what, x(at) + 3, HEAD + 1);
        }
        const at = row => `${row.label} ${valueAt(row.v, cursor)}`;
        const differing = shownRows.filter(({row}) => row && row.upper && valueAt(row.v, cursor) !==
            valueAt(signals[row.pair].v, cursor)).map(({row}) => `${at(row)}, ${
            at(signals[row.pair])}`);
        canvas.dataset.clock = Math.floor(cursor / clock) + 1;
        state.textContent = `clock ${canvas.dataset.clock}: ${differing.length ? 'differs: ' +
            differing.join('; ') : 'no row that is shown differs here'}`;
        list();
    }
    function list() {
        if (all.open) all.replaceChildren(all.firstChild, el('pre', {tabindex: 0}, signals.map(
            one => `${one.label.padEnd(34)} ${valueAt(one.v, cursor)}`).join('\n')));
    }
    function changed() {
        draw();
        clearTimeout(keeping);
        keeping = setTimeout(() => history.replaceState(null, '', `#wave=${name},${
            [...x.domain(), cursor].map(value => +(value / clock).toFixed(2)).join(',')}`), 200);
    }
    // D3 zooms and pans a scale that stays; the view is what it makes of that.
    const whole = x.copy(), zoom = d3.zoom().scaleExtent([.02, 8]).on('zoom', given => {
        const event = given || d3.event; // of D3 6 and newer, or of 5
        if (!event.sourceEvent) return;
        x.domain(event.transform.rescaleX(whole.range(x.range())).domain());
        changed();
    });
    d3.select(canvas).call(zoom).on('dblclick.zoom', null);
    function view(from, to) {
        x.domain([from, to]);
        whole.range(x.range());
        const size = (whole.domain()[1] - whole.domain()[0]) / (to - from);
        zoom.transform(d3.select(canvas), d3.zoomIdentity.translate(labels - size * whole(from),
            0).scale(size));
        changed();
    }
    function closer(factor) {
        const [from, to] = x.domain();
        view(cursor - (cursor - from) * factor, cursor + (to - cursor) * factor);
    }
    function home() {
        const [from, to] = x.domain();
        cursor = marker;
        view(marker - (to - from) * .6, marker + (to - from) * .4);
    }
    // The nearest change of a shown signal, to the left or right.
    function step(way) {
        const times = shownRows.flatMap(({row}) => row ? row.v.map(one => one[0]) : [])
            .filter(one => way * (one - cursor) > 0), [from, to] = x.domain();
        if (!times.length) return;
        cursor = way > 0 ? d3.min(times) : d3.max(times);
        if (cursor < from || cursor > to) view(cursor - (to - from) / 2, cursor + (to - from) / 2);
        else changed();
    }
    canvas.onclick = event => {
        const entry = shownRows.find(one => event.offsetY >= one.y &&
            event.offsetY < one.y + one.height);
        if (entry && entry.group) entry.group.open = !entry.group.open;
        else if (event.offsetX > labels) cursor = Math.floor(x.invert(event.offsetX) / clock) *
            clock;
        changed();
    };
    canvas.onkeydown = event => {
        const act = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), '+': () => closer(.7),
            '=': () => closer(.7), '-': () => closer(1.4), Home: home}[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    };
    opened.wave = (before => found => {
        const [of, from, to, at] = found.split(',');
        if (of !== name) return before && before(found);
        cursor = at * clock;
        view(from * clock, to * clock);
        return parent.parentElement;
    })(opened.wave);
    parent.append(el('div', {class: 'tools'},
        button('\u2212 zoom out', () => closer(1.4)), button('+ zoom in', () => closer(.7)),
        button('\u25c0 change', () => step(-1)), button('change \u25b6', () => step(1)),
        button('to the marker', home),
        el('label', {}, 'signals ', el('input', {type: 'search', placeholder: 'by name',
            oninput: event => { wanted = event.target.value.toLowerCase(); draw(); }})),
        button('open or close all groups', () => {
            const open = !groups.every(group => group.open);
            groups.forEach(group => { group.open = open; });
            draw();
        })),
    state, canvas, el('p', {class: 'quiet'}, 'Red line: where golden model and block differ, which '
        + 'is filled; dashed: a window. A click sets the cursor, on a heading opens a group; drag '
        + 'pans, the wheel zooms.'), all);
    new ResizeObserver(draw).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
};
