'use strict';
// What was checked of this commit, and how it went over time.

section('state', 'State', 'May this commit ship?', place => {
    const results = csv('checks.csv'), found = lines(text('check_lines'))
        .map(line => line.split('\t')), targets = new Map(lines(text('targets'))
        .map(line => line.split('\t')).map(parts => [parts[0], parts[2]]));
    const stale = row => +row.time < +about.committed;
    const failed = sum(results, row => row.failed), skipped = sum(results, row => row.skipped);
    const missing = inputs.filter(input => !input.time);
    place.prepend(el('h1', {}, `semacredit ${about.commit}`), el('p', {},
        `${about.subject} (working tree ${about.state})`));
    const runs = failedRuns(), versions = new Map((csv('reports/versions.csv') || []).map(row =>
        ['reports/' + row.report, row.of]));
    const others = unique(runs.map(row => rtlOf(versions.get('reports/' + row.report))))
        .map(rtl => `, RTL of ${rtl}/`);
    place.append(facts([
        ...(results.length ? [['checks passed', shown(sum(results, row => row.checks -
            row.failed)), ''], ['failed', el('a', {href: '#checks',
            class: failed ? 'bad' : undefined},
            `${failed ? '\u2716 ' : ''}${shown(failed)}`)], ['skipped', shown(skipped)]] : []),
        ['runs that failed' + others.join(''), runs.length ? el('a', {
            href: `#failure=${runs[0].failure || ''}`,
            class: 'bad'}, `\u2716 ${runs.length}`) : '0'],
        ['reports not there', el('a', {href: '#inputs',
            class: missing.length ? 'missing' : undefined},
            (missing.length ? '\u25cb ' : '') + unique(missing.map(one => one.command)).length)]]));
    place.append(...notRunOf('state'));
    if (results.length) {
        const order = [...results].sort((a, b) => b.failed - a.failed);
        const lineOf = name => found.filter(([check]) => check === name).map(([, line]) => line);
        place.append(el('div', {id: 'checks'}, table('Checks of the last make test', order, [
            {key: 'name', title: 'check'},
            {key: 'failed', number: true, bad: row => +row.failed},
            {key: 'checks', title: 'of', number: true}, {key: 'skipped', number: true},
            {key: 'seconds', number: true}, {key: 'cpu', title: 'CPU s', number: true},
            {key: 'what', title: 'what', show: row => el('span', {}, targets.get(row.name) || '',
                ...lineOf(row.name).map(line => el('div', {class: 'code'}, line)),
                +row.failed ? el('div', {class: 'code'}, `again: make ${row.name}`) : null)},
            {key: 'time', title: 'when', width: 'short', show: row => (stale(row) ?
                'before this commit, ' : '') + when(row.time)}],
        {bad: row => +row.failed, most: 40})));
    }
    place.append(el('div', {id: 'inputs'}, table('What the page is made of', inputs, [
        {key: 'section'}, {key: 'file'},
        {key: 'time', title: 'when', width: 'short', show: row => row.time ?
            el('span', {class: stale(row) ? 'missing' : undefined},
                (stale(row) ? '\u25cb before this commit, ' : '') + when(row.time)) :
            el('span', {class: 'missing'}, '\u25cb not run')},
        {key: 'command', show: row => el('code', {}, row.command)},
        {key: 'of', show: row => versions.get(row.file) || ''}], {most: 12})));
    place.append(table('Tools and machine', Object.entries(about).filter(([key]) =>
        /^(tool|machine|made)/.test(key)).map(([name, value]) => ({name, value})),
    [{key: 'name'}, {key: 'value', title: 'version'}]));

    place.append(reportTable('reports/bench.csv', 'Speed'));
    const past = csv('history.csv');
    place.append(el('h3', {}, 'Over time'));
    if (!past) place.append(notRun('no history kept', 'make report REPORT_HISTORY=FILE'));
    else {
        const measures = [['clocks_per_s', 'clocks per second of a worker'],
            ['coverage_points', 'coverage points met, %'], ['published_within',
                'published numbers within tolerance'], ['mutants_noticed', 'mutants noticed, %'],
            ['mhz', 'clock of the block, MHz'], ['failed', 'checks failed']];
        place.append(el('div', {class: 'charts'}, measures.flatMap(([key, title]) => {
            const points = past.map((row, index) => ({x: String(index + 1), y: row[key] === '' ?
                NaN : +row[key], text: `${row.commit}, ${row.time}`})).filter(p => !isNaN(p.y));
            return points.length ? [chart({title, height: 150, x: {title: 'report', joined: true,
                names: past.map((_, index) => String(index + 1))}, y: {title: ''},
            series: [{name: key, points}]}).node] : [];
        })));
    }
    return failed + runs.length;
});
