import { deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createExtractor } from './extract.ts'

const of = { tenant: 'w1', lane: 'big' } as const
const extract = createExtractor()

async function textOf(file: Buffer | string, name: string): Promise<string> {
  const extracted = await extract(of, Buffer.from(file), name)
  return extracted.ok ? extracted.text : `failed: ${extracted.reason}`
}
async function reasonOf(file: Buffer | string, name: string): Promise<string> {
  const extracted = await extract(of, Buffer.from(file), name)
  return extracted.ok ? `read: ${extracted.text.slice(0, 80)}` : extracted.reason
}

describe('plain text', () => {
  test('in UTF-8, UTF-16 and Windows-1252', async () => {
    expect(await textOf('Öffnungszeiten: 9–17 Uhr', 'a.txt')).toBe('Öffnungszeiten: 9–17 Uhr')
    expect(await textOf(Buffer.from('\uFEFFgrüß dich', 'utf16le'), 'a.txt')).toBe('grüß dich')
    expect(await textOf(Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'a.md')).toBe('café')
  })
  test('from right to left stays unchanged', async () => {
    expect(await textOf('ساعات العمل من التاسعة إلى الخامسة', 'a.txt')).toBe(
      'ساعات العمل من التاسعة إلى الخامسة',
    )
  })
  test('a stray NUL byte is dropped, a binary is refused', async () => {
    expect(await textOf('open from\0 nine', 'a.txt')).toBe('open from nine')
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))
    expect(await reasonOf(noise, 'a.txt')).toBe('This file holds no readable text.')
  })
  test('an empty file and a blank one have different reasons', async () => {
    expect(await reasonOf('', 'a.txt')).toBe('The file is empty.')
    expect(await reasonOf('  \n \n', 'a.md')).toBe('The file holds no text.')
  })
  test('a text beyond the limit is refused', async () => {
    const small = createExtractor({ characters: 1000 })
    expect(await small(of, Buffer.from('word '.repeat(300)), 'a.txt')).toEqual({
      ok: false,
      reason: 'The file holds more than 1,000 characters of text. Please split it.',
    })
  })
})

describe('csv', () => {
  test('makes a section of each row, under what it is called', async () => {
    const csv =
      'Part number,Name,Price,Fits,Notes\r\n' +
      'CG-085,"Group gasket, 8.5 mm",£4.50,Lelit Mara,\r\n' +
      `CG-100,Water tank,£31.00,,"${'Rinse it before the first use. '.repeat(5).trim()}"\r\n`
    expect(await textOf(csv, 'parts.csv')).toBe(
      [
        '## Group gasket, 8.5 mm',
        'Part number: CG-085, Price: £4.50, Fits: Lelit Mara',
        '## Water tank',
        'Part number: CG-100, Price: £31.00',
        `Notes: ${'Rinse it before the first use. '.repeat(5).trim()}`,
      ].join('\n\n'),
    )
  })
  test('of questions and answers makes a section of each question', async () => {
    const csv = 'answer;question\nFrom nine to five.;When are you open?\n;And on Sunday?\n'
    expect(await textOf(csv, 'faq.csv')).toBe('## When are you open?\n\nFrom nine to five.')
  })
  test('of numbers alone has no titles, and one row is read as it is', async () => {
    expect(await textOf('Zone,Days\n1,2\n2,4\n', 'a.csv')).toBe('Zone: 1, Days: 2\n\nZone: 2, Days: 4')
    expect(await textOf('Only this', 'a.csv')).toBe('Only this')
  })
  test('with columns beyond the limit is refused, however large', async () => {
    const wide = `${'a,'.repeat(200)}a\n`.repeat(2)
    expect(await reasonOf(wide, 'a.csv')).toBe('The table has more than 200 columns.')
    const hostile = `${','.repeat(4_000_000)}a\n`.repeat(2)
    expect(await reasonOf(hostile, 'a.csv')).toMatch(/^(The table has more than|Reading the file)/)
  })
  test('whose quotation mark is not closed says in which line', async () => {
    expect(await reasonOf('a,b\n1,"two\n', 'a.csv')).toBe('Line 2: A quotation mark is not closed.')
  })
})

describe('wrong types', () => {
  test('are recognised by the first bytes, whatever the name says', async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
    expect(await reasonOf(picture, 'a.txt')).toBe('The content of this file is not what .txt promises.')
    expect(await reasonOf('just text', 'a.pdf')).toBe('The content of this file is not what .pdf promises.')
    expect(await reasonOf('just text', 'a.docx')).toBe('The content of this file is not what .docx promises.')
    expect(await reasonOf(pdfOf('BT (Hi) Tj ET'), 'a.txt')).toBe(
      'The content of this file is not what .txt promises.',
    )
    expect(await reasonOf(zipOf({ 'a.txt': 'x' }), 'a.docx')).toBe(
      'This file is not a Word document, although its name ends in .docx.',
    )
    expect(await reasonOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'a.docx')).toMatch(
      /^This is an old or/,
    )
    expect(await reasonOf('x', 'a.exe')).toBe('Files that end in .exe can’t be read.')
  })
})

describe('html', () => {
  test('gives the main text as Markdown, without scripts, navigation and hidden text', async () => {
    const page = `<!doctype html><html><head><title>Shop &amp; More</title><style>p{color:red}</style></head><body>
      <nav><a href="/">Home</a></nav><script>alert('x')</script>
      <main><h1>Delivery</h1><p>We deliver in <b>two</b>
      days.</p><ul><li>Free over 50 €</li><li>Else 5 €</li></ul>
      <table><tr><th>Zone</th><th>Days</th></tr><tr><td>EU</td><td>4</td></tr></table>
      <p style="display: none">secret prompt</p><p onclick="steal()">Questions? Call us.</p></main>
      <footer>Imprint</footer></body></html>`
    expect(await textOf(page, 'a.html')).toBe(
      '# Delivery\n\nWe deliver in two days.\n\n- Free over 50 €\n- Else 5 €\n\nZone | Days\nEU | 4\n\nQuestions? Call us.',
    )
  })
  test('without a main part the title is the heading', async () => {
    expect(await textOf('<title>Hours</title><p>Nine to five', 'a.htm')).toBe('# Hours\n\nNine to five')
  })
  test('thousands of nested elements are read, hundreds of thousands are refused at once', async () => {
    const deep = (depth: number) => `${'<div>'.repeat(depth)}<p>Deep down</p>${'</div>'.repeat(depth)}`
    expect(await textOf(deep(4_000), 'a.html')).toBe('Deep down')
    expect(await reasonOf(deep(500_000), 'a.html')).toBe('The elements of this page are nested too deeply.')
    expect(await reasonOf('<b>'.repeat(1_000_000), 'a.html')).toMatch(/nested too deeply/)
  })
  test('a script that is never closed gives no text', async () => {
    expect(await reasonOf('<script>while(true){}', 'a.html')).toBe('The file holds no text.')
  })
})

describe('docx', () => {
  test('gives headings, paragraphs, lists and tables in order, without deleted text', async () => {
    const file = docxOf(
      paragraph('Our shop', '<w:pStyle w:val="berschrift1"/>') +
        paragraph('We deliver in two days &amp; take returns.') +
        paragraph('Free over 50', '<w:numPr/>') +
        paragraph('Else five', '<w:numPr/>') +
        `<w:tbl><w:tr><w:tc>${paragraph('Zone')}</w:tc><w:tc>${paragraph('Days')}</w:tc></w:tr>
         <w:tr><w:tc>${paragraph('EU')}</w:tc><w:tc>${paragraph('4')}</w:tc></w:tr></w:tbl>` +
        '<w:p><w:del><w:r><w:delText>old words</w:delText></w:r></w:del><w:r><w:t>Bye</w:t><w:tab/><w:t>now</w:t></w:r></w:p>',
    )
    expect(await textOf(file, 'a.docx')).toBe(
      '# Our shop\n\nWe deliver in two days & take returns.\n\n- Free over 50\n- Else five\n\nZone | Days\nEU | 4\n\nBye now',
    )
  })
  test('a zip bomb is refused', async () => {
    const bomb = zipOf({ 'word/document.xml': Buffer.alloc(200_000_000, 'a') })
    expect(bomb.length).toBeLessThan(400_000)
    expect(await reasonOf(bomb, 'a.docx')).toBe(
      'The file unpacks to more than 50 MB of text and was refused.',
    )
  })
  test('a zip with wrong sizes is refused too', async () => {
    const bomb = zipOf({ 'word/document.xml': Buffer.alloc(200_000_000, 'a') }, { claimedSize: 10 })
    expect(await reasonOf(bomb, 'a.docx')).toMatch(/^The file unpacks to more/)
  })
  test('one that is protected by a password says so', async () => {
    const file = zipOf({ 'word/document.xml': 'x' }, { flags: 1 })
    expect(await reasonOf(file, 'a.docx')).toMatch(/^The file is protected by a password/)
  })
  test('entities are not expanded', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;">]><w:document><w:body>${paragraph('so &b; funny')}</w:body></w:document>`
    expect(await textOf(zipOf({ 'word/document.xml': laughs }), 'a.docx')).toBe('so &b; funny')
  })
  test('a damaged one is reported as damaged', async () => {
    const file = docxOf(paragraph('Hello there, this is some text'))
    expect(await reasonOf(file.subarray(0, file.length - 40), 'a.docx')).toBe(
      'The file is damaged and can’t be read.',
    )
    const flipped = Buffer.from(file)
    flipped.fill(0xff, 45, 60)
    expect(await reasonOf(flipped, 'a.docx')).toMatch(/damaged|not a Word/)
  })
})

describe('pdf', () => {
  test('gives lines, paragraphs and headings', async () => {
    const file = pdfOf(
      'BT /F1 24 Tf 72 720 Td (Delivery) Tj /F1 12 Tf 0 -40 Td (We deliver in two days to all of the country and its) Tj ' +
        '0 -14 Td (islands without extra cost.) Tj 0 -40 Td (Returns take thirty days.) Tj ET',
    )
    expect(await textOf(file, 'a.pdf')).toBe(
      '# Delivery\n\nWe deliver in two days to all of the country and its islands without extra cost.\n\nReturns take thirty days.',
    )
  })
  test('without text is reported as containing pictures only', async () => {
    expect(await reasonOf(pdfOf('0 0 m 10 10 l S'), 'a.pdf')).toMatch(/^This PDF holds pictures of text only/)
  })
  test('that is encrypted is reported as protected', async () => {
    const encrypt = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`
    expect(await reasonOf(pdfOf('BT (Hi) Tj ET', { encrypt }), 'a.pdf')).toMatch(
      /^This PDF is protected by a password/,
    )
  })
  test('that is damaged is reported as damaged', async () => {
    expect(await reasonOf(`%PDF-1.7\n${'garbage '.repeat(200)}`, 'a.pdf')).toBe(
      'This PDF is damaged and can’t be read.',
    )
  })
  test('that unpacks to gigabytes ends at the memory limit, and the server keeps running', async () => {
    const frugal = createExtractor({ memoryMb: 96 })
    const bomb = pdfOf(deflateSync(Buffer.alloc(600_000_000, '0 0 m ')), { filter: '/FlateDecode' })
    const extracted = await frugal(of, bomb, 'a.pdf')
    expect(extracted).toEqual({
      ok: false,
      reason: 'Reading the file takes too much memory, so it was refused.',
    })
  })
  test('that takes too long is cancelled', async () => {
    const hasty = createExtractor({ timeoutMs: 5 })
    expect(await hasty(of, pdfOf('BT (Hi) Tj ET'), 'a.pdf')).toEqual({
      ok: false,
      reason: 'Reading the file took too long, so it was given up.',
    })
  })
})

test('many documents at once are all read', async () => {
  const names = Array.from({ length: 7 }, (_, n) => `Text number ${n}`)
  const texts = await Promise.all(names.map((name) => textOf(`<p>${name}</p>`, 'a.html')))
  expect(texts).toEqual(names)
})

function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
}

function docxOf(body: string): Buffer {
  return zipOf({
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
  })
}

function zipOf(
  files: Record<string, string | Buffer>,
  options: { claimedSize?: number; flags?: number } = {},
): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const size = options.claimedSize ?? bytes.length
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(options.flags ?? 0, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

function pdfOf(content: string | Buffer, options: { filter?: string; encrypt?: string } = {}): Buffer {
  const filter = options.filter ? ` /Filter ${options.filter}` : ''
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ],
    [`<< /Length ${content.length}${filter} >>\nstream\n`, content, '\nendstream'],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...(options.encrypt ? [[options.encrypt]] : []),
  ]
  let file = Buffer.from('%PDF-1.4\n')
  const offsets: number[] = []
  objects.forEach((parts, index) => {
    offsets.push(file.length)
    file = Buffer.concat([
      file,
      Buffer.from(`${index + 1} 0 obj\n`),
      ...parts.map((part) => Buffer.from(part)),
      Buffer.from('\nendobj\n'),
    ])
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = options.encrypt ? ` /Encrypt 6 0 R /ID [<41414141> <41414141>]` : ''
  const trailer = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.concat([file, Buffer.from(trailer)])
}
