'use strict';
// Runs in lockstep; failures with report, operations and waves.

const cosimReports = ['reports/cosim.csv', 'reports/cosim_selected.csv'];
function cosimRuns() {
    return cosimReports.flatMap(name => (csv(name) || []).map(row => ({...row, report: name
        .slice(8)})));
}
const failures = () => (csv('failures.csv') || []);
// The folder of the RTL that a line names in which a program says of what it is.
const rtlOf = found => ((found || '').match(/; RTL of (.*?)\/(?: with|$)/m) || [])[1] || 'rtl';
// Runs with a mismatch; the failure that belongs to each.
function failedRuns() {
    const kept = new Set(failures().map(one => one.name));
    return cosimRuns().filter(row => +row.mismatches).map(row => {
        const name = `${row.workload}-${row.seed}`;
        return {...row, failure: kept.has(name) ? name : ''};
    });
}
const headline = report => {
    const [first, second] = lines(report);
    return {what: (first || '').replace(/^FAILED: /, ''), cause: (second || '')
        .replace(/; every field.*|\.$/, '')};
};

function failureCard(name, time, current) {
    const report = text(`failures/${name}/report.txt`), {what, cause} = headline(report);
    const rtl = rtlOf(report);
    const card = el('details', {class: current ? 'bad' : undefined, id: `failure-${name}`},
        el('summary', {}, el('b', {class: current ? 'bad' : undefined},
            current ? '\u2716 ' : ''), `${what} `, el('span', {class: 'quiet'},
            `${cause}; RTL of ${rtl}/; ${current ? '' : 'of an earlier run, '}${when(time)}`)));
    let drawn = false;
    card.draw = view => {
        if (drawn && !view) return;
        drawn = true;
        const replay = (report.match(/^replay: (.*)/m) || [])[1] || '';
        const look = (report.match(/^look: +(.*)/m) || [])[1] || `make waves FAILURE=${name}`;
        const waves = text(`failures/${name}/waves.json`);
        const shrunk = text(`failures/${name}/shrunk.scenario`);
        const dutRef = (report.match(/^ {2}\S+: dut .*, ref .*/mg) || []).slice(0, 40);
        while (card.children.length > 1) card.lastChild.remove();
        card.append(el('p', {class: 'cause'}, cause), el('pre', {tabindex: 0},
            dutRef.join('\n') || lines(report).slice(0, 6).join('\n')));
        const wavesAt = el('div');
        card.append(wavesAt);
        if (waves) drawWaves(wavesAt, name, JSON.parse(waves), rtl, view);
        else wavesAt.append(notRun('waves are not in this page', look));
        const diff = text(`failures/${name}/rtl.diff`);
        if (rtl !== 'rtl') card.append(el('h3', {}, `RTL: diff rtl/ ${rtl}/`), diff ?
            el('pre', {tabindex: 0}, diff) : el('p', {class: 'missing'}, diff === null ?
                `${rtl}/ is not there now; lines are those of rtl/` : 'now they are the same'));
        const decided = decidedAt(dutRef.map(line => line.match(/^ *([^:]*):/)[1]), rtl);
        if (decided) card.append(decided);
        card.append(el('p', {}, 'Again: ', el('code', {}, replay), ' ',
            copyButton('copy command', replay)),
        el('p', {}, 'GTKWave: ', el('code', {}, look), ' ', copyButton('copy command', look)));
        if (shrunk) card.append(el('h3', {}, 'Operations that suffice, as a scenario'),
            el('pre', {class: 'shrunk', tabindex: 0}, shrunk),
            copyButton('copy scenario', shrunk));
        card.append(el('details', {}, el('summary', {}, 'the whole report'),
            el('pre', {tabindex: 0}, report)));
    };
    card.addEventListener('toggle', () => { if (card.open) card.draw(); });
    return card;
}

// A row for each scenario, failed ones first, with its result on each model; how many failed.
function scenarios(place) {
    const played = csv('reports/scenarios.csv');
    if (!played) return 0;
    const rows = [...groupBy(played, row => row.scenario)].map(([scenario, found]) => ({scenario,
        kind: found[0].kind, steps: found[0].steps,
        ...Object.fromEntries(found.map(row => [row.on, row.result])),
        why: unique(found.map(row => row.why)).filter(Boolean).join('; ')}));
    const result = key => ({key, bad: row => row[key] === 'failed', show: row =>
        row[key] === 'failed' ? '\u2716 failed' : row[key] || ''});
    const isBad = row => [row.golden, row.rtl, row.lockstep].includes('failed');
    const bad = rows.filter(isBad);
    place.append(table(`Scenarios: ${bad.length} of ${rows.length} failed`,
        [...bad, ...rows.filter(row => !isBad(row))], [{key: 'kind'}, {key: 'scenario'},
            result('golden'), result('rtl'), result('lockstep'),
            {key: 'steps', title: 'clocks', number: true}, {key: 'why',
                title: 'what was expected and seen', width: 'wide'}], {bad: isBad, most: 30}));
    return bad.length;
}

section('cosim', 'Co-simulation', 'What was run, what failed, and why?', place => {
    place.append(...notRunOf('cosim'));
    const runs = cosimRuns(), failed = failedRuns();
    const known = new Set(failed.map(row => row.failure));
    opened.failure = name => {
        const card = document.getElementById(`failure-${name}`);
        if (!card) return document.getElementById('failures') || place;
        for (let up = card; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
        card.draw();
        return card;
    };
    opened.wave = found => {
        const [name, ...view] = found.split(',');
        const card = document.getElementById(`failure-${name}`);
        if (!card) return place;
        card.draw(view.map(Number));
        card.open = true;
        return card;
    };
    const cards = failures().sort((a, b) => a.name < b.name ? -1 : 1);
    if (cards.length) {
        const at = el('div', {id: 'failures'}, el('h3', {}, 'Failures, by cause'));
        for (const [cause, members] of groupBy(cards, one =>
            headline(text(`failures/${one.name}/report.txt`)).cause)) {
            const now = members.filter(one => known.has(one.name));
            at.append(el('p', {class: now.length ? 'bad' : 'quiet'},
                `${members.length} \u00d7 ${cause}`),
                ...members.map(one => failureCard(one.name, one.time, known.has(one.name))));
        }
        place.append(at);
    }
    const total = [...groupBy(runs, row => row.report + row.workload)].map(([, rows]) => ({
        workload: rows[0].workload, report: rows[0].report, runs: rows.length,
        ...Object.fromEntries(['operations', 'cycles', 'grants', 'denials', 'rejects', 'returns',
            'mismatches'].map(key => [key, sum(rows, row => row[key])])),
        speed: sum(rows, row => row.cycles) / 1e6 / sum(rows, row => row.cycles /
            row.cycles_per_s)}));
    const number = (key, more) => ({key, number: true, ...more});
    const failureLink = row => +row.mismatches ? el('a', {class: 'bad', href: `#failure=${
        row.failure || (failed.find(one => one.workload === row.workload) || {}).failure || ''}`},
    `\u2716 ${shown(row.mismatches)}`) : '0';
    if (total.length) place.append(table('By workload', total.sort((a, b) =>
        (b.mismatches > 0) - (a.mismatches > 0)), [{key: 'workload'}, {key: 'report'},
        number('runs'), number('mismatches', {show: failureLink}), number('operations'),
        number('cycles', {title: 'clocks'}), number('grants'), number('denials'),
        number('rejects'), number('returns'), number('speed', {title: 'million clocks/s',
            digits: 2})], {bad: row => row.mismatches}));
    if (runs.length) place.append(el('details', {open: failed.length > 0}, el('summary', {},
        `Each of ${shown(runs.length)} runs`), table('Runs', [...failed, ...runs.filter(row =>
        !+row.mismatches)], [{key: 'workload'}, number('seed'), {key: 'report'},
    number('mismatches', {show: failureLink}), number('operations'),
    number('cycles', {title: 'clocks'}),
    number('grants'), number('denials'), number('returns'), number('cycles_per_s',
        {title: 'clocks/s'})], {bad: row => +row.mismatches, most: 50})));
    const agreement = csv('reports/agreement.csv');
    if (agreement) {
        const rows = [...groupBy(agreement, row => `${row.experiment}, ${row.policy}`)]
            .map(([what, found]) => ({what, runs: found.length, decisions: sum(found, row =>
                row.decisions), differing: sum(found, row => row.differing)}));
        place.append(table('Policy, golden model and RTL decide alike', rows, [{key: 'what',
            title: 'experiment, policy'}, number('runs'), number('decisions'),
        number('differing', {bad: row => row.differing})], {bad: row => row.differing}));
    }
    const lost = scenarios(place);
    place.append(reportTable('reports/lockstep.csv', 'Drawn traffic at eight sizes', {most: 20,
        bad: row => row.status !== '0 differences'}),
    reportTable('reports/sizes.csv', 'Whole block in lockstep, by size', {most: 40,
        bad: row => +row.mismatches}),
    reportTable('reports/regress.csv', 'Regression', {most: 50}));
    return failed.length + lost;
});
