import { describe, expect, test } from 'vitest'
import type { SourceChunks } from './agent-indexes.ts'
import { createRetriever } from './retriever.ts'
import { packVectors } from './vectors.ts'

function source(sourceId: string, chunks: string[], version = 1): SourceChunks {
  return { sourceId, name: sourceId, version, chunks }
}
const shop = [
  source('Delivery', ['## Delivery\n\nParcels arrive within three working days. Postage is €4.']),
  source('FAQ', [
    'Q: Can I pay with PayPal?\nA: Yes, and by card.',
    'Q: Where are you?\nA: At 12 Canal Row, Bern.',
  ]),
  source('Returns', ['## Returns\n\nSend goods back within 30 days. We refund the price to your card.']),
]
function over(sources: SourceChunks[], more: Partial<Parameters<typeof createRetriever>[0]> = {}) {
  return createRetriever({ loadChunks: async () => sources, ...more })
}
async function best(question: string, sources = shop): Promise<string | undefined> {
  const [first] = await over(sources).retrieve('w1', 'a1', question)
  return first && first.score >= 0.5 ? first.sourceId : undefined
}

describe('retrieval by words', () => {
  test.each([
    ['How long does delivery take?', 'Delivery'],
    ['when does my package arrive', 'Delivery'],
    ['how much is shipping', 'Delivery'],
    ['Do you accept paypal', 'FAQ'],
    ['what is your address', 'FAQ'],
    ['can I get my money back', 'Returns'],
    ['I want to retrun something', 'Returns'],
    ['delivrey', 'Delivery'],
  ])('%s → %s', async (question, found) => {
    expect(await best(question)).toBe(found)
  })
  test.each(['Who won the world cup?', 'Do you repair bicycles?', 'hello', '', '?!', 'asdfghjkl'])(
    'knows nothing about %j',
    async (question) => {
      expect(await best(question)).toBeUndefined()
    },
  )
  test.each([
    ['When are you open?', 'Hours'],
    ['Are you open on holidays?', 'Hours'],
    ['wann habt ihr geöffnet?', 'Hours'],
    ['Do you sell bicycles?', undefined],
    ['What is the capital of France?', undefined],
  ])('with one short text alone: %s → %s', async (question, found) => {
    const hours = 'We are open from nine to five, Monday to Friday. Closed on public holidays.'
    expect(await best(question, [source('Hours', [hours])])).toBe(found)
  })
  test('a code finds what has it, and nothing that is like it', async () => {
    const parts = [
      source('parts', [
        '## Group gasket\n\nPart: CC-GSK-58, price: £6.50\n\n## Shower screen\n\nPart: CC-SHW-58, price: £8.20\n\n## Pump\n\nPart: CC-PMP-ROT, price: £145',
      ]),
      source('Repairs', ['## What does a repair cost?\n\nReplacing the pump costs £120 including the part.']),
    ]
    const found = async (question: string) =>
      (await over(parts).retrieve('w1', 'a1', question)).filter(({ score }) => score >= 0.5)
    for (const question of ['CC-GSK-58 price?', 'how much is the cc-gsk-58']) {
      const items = await found(question)
      expect(items.map(({ sourceId }) => sourceId)).toEqual(['parts'])
    }
    expect((await found('what does CC-PMP-ROT cost')).map(({ sourceId }) => sourceId)).toEqual(['parts'])
    expect(await found('CC-XYZ-58 price?')).toEqual([])
  })
  test('a parcel that never came is not what something is followed by', async () => {
    const handbook = [
      source('Handbook', ['## Serial number\n\nIt starts with CU, followed by eight digits.']),
    ]
    expect(await best('my order 1234 never came!', handbook)).toBeUndefined()
  })
  test('scores are between 0 and 1, best first, and name the matched words', async () => {
    const found = await over(shop).retrieve('w1', 'a1', 'How long does delivery to Mars take?')
    expect(found[0]).toMatchObject({ sourceId: 'Delivery', sourceName: 'Delivery', chunk: 0 })
    expect(found[0]?.matched).toContain('delivery')
    expect(found[0]?.matched).not.toContain('mars')
    const scores = found.map((chunk) => chunk.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true)
  })
  test.each<[string, string, string]>([
    [
      'spanish',
      'Los pedidos se envían en dos días. El precio del envío es de 4 euros.',
      '¿cuánto cuesta el envio?',
    ],
    [
      'french',
      'Les commandes sont livrées en deux jours. Les frais de port sont de 4 euros.',
      'quel est le délai de livraison ?',
    ],
    [
      'german',
      'Die Öffnungszeiten sind von 9 bis 17 Uhr. Am Sonntag haben wir zu.',
      'wann habt ihr geöffnet?',
    ],
    [
      'portuguese',
      'As encomendas são entregues em dois dias. O preço do envio é de 4 euros.',
      'qual é o prazo de entrega?',
    ],
    [
      'italian',
      'Gli ordini vengono spediti in due giorni. Il prezzo della spedizione è di 4 euro.',
      'quanto costa la spedizione?',
    ],
    [
      'dutch',
      'De bestellingen worden binnen twee dagen geleverd. De verzending kost 4 euro.',
      'hoeveel kost de verzending?',
    ],
    ['japanese', '営業時間は九時から五時までです。駐車場は無料です。', '営業時間を教えてください'],
    ['chinese', '营业时间是上午九点到下午五点。停车免费。', '营业时间'],
    ['arabic', 'ساعات العمل من التاسعة صباحا إلى الخامسة مساء. التوصيل مجاني.', 'ما هي ساعات العمل؟'],
    ['polish', 'Zamówienia wysyłamy w dwa dni. Koszt dostawy to 4 euro.', 'ile kosztuje dostawa?'],
    ['russian', 'Мы доставляем заказы за два дня. Доставка бесплатная.', 'сколько длится доставка заказа?'],
  ])('in %s', async (language, text, question) => {
    const filler = source('other', ['Lorem ipsum dolor sit amet, consectetur adipiscing elit.'])
    const [first] = await over([filler, source(language, [text])]).retrieve('w1', 'a1', question)
    expect(first?.sourceId).toBe(language)
    expect(first?.score).toBeGreaterThan(0.1)
  })
  test.each([
    ['¿Cuánto cuesta el envío?', 'Delivery'],
    ['Combien de temps pour la livraison ?', 'Delivery'],
    ['Kann ich die Ware zurückgeben?', 'Returns'],
    ['Vocês aceitam cartão?', 'FAQ'],
    ['Dove siete?', 'FAQ'],
    ['Hoe lang duurt de levering?', 'Delivery'],
  ])('in another language than the texts: %s → %s', async (question, found) => {
    expect(await best(question)).toBe(found)
  })
  test('ranks first what a question in Polish is about', async () => {
    const [first] = await over(shop).retrieve('w1', 'a1', 'Czy mogę zwrócić towar?')
    expect(first?.sourceId).toBe('Returns')
  })
  test.each(['¿Tienen piscina?', 'Réparez-vous les vélos ?', 'Czy jest sauna?', 'Wer ist Kanzler?'])(
    'knows nothing about %s in another language',
    async (question) => {
      expect(await best(question)).toBeUndefined()
    },
  )
  test('returns the words of a chunk that match the question, if requested', async () => {
    const found = async (question: string) =>
      (await over(shop).retrieve('w1', 'a1', question, { explain: true }))[0]?.found
    expect(await found('¿Cuánto cuesta el envío?')).toEqual([
      { word: 'envío', as: ['delivery', 'arrive', 'postage', 'parcels'] },
      { word: 'price', as: [] },
    ])
    expect(await found('delivrey')).toMatchObject([
      { word: 'delivrey', as: expect.arrayContaining(['delivery']) },
    ])
    expect((await over(shop).retrieve('w1', 'a1', 'delivery'))[0]).not.toHaveProperty('found')
  })
  test('hostile texts and questions cause no harm', async () => {
    const hostile = [
      source('one line', ['x'.repeat(20_000)]),
      source('names', ['constructor __proto__ toString hasOwnProperty']),
      source('marks', ['0'.repeat(5_000), '@'.repeat(5_000), '1 '.repeat(5_000), '# '.repeat(5_000)]),
    ]
    const retriever = over([...shop, ...hostile])
    expect((await retriever.retrieve('w1', 'a1', 'constructor __proto__'))[0]?.sourceId).toBe('names')
    for (const question of ['('.repeat(5_000), 'a'.repeat(100_000), '\0\u202e', 'delivery '.repeat(10_000)])
      await retriever.retrieve('w1', 'a1', question)
    expect((await retriever.retrieve('w1', 'a1', 'How long does delivery take?'))[0]?.sourceId).toBe(
      'Delivery',
    )
  })
})

describe('updates', () => {
  test('loads once, and after an invalidation only what changed', async () => {
    let stored = shop
    const asked: Record<string, number>[] = []
    const retriever = createRetriever({
      async loadChunks(_tenant, _agentId, known) {
        asked.push(Object.fromEntries(known))
        return stored.map((each) =>
          known.get(each.sourceId) === each.version ? { ...each, chunks: undefined } : each,
        )
      },
    })
    const first = async (question: string) => (await retriever.retrieve('w1', 'a1', question))[0]?.text
    await first('delivery')
    await first('delivery')
    expect(asked).toEqual([{}])

    stored = [shop[0]!, source('FAQ', ['Q: Do you sell bicycles?\nA: Yes.'], 2)]
    retriever.invalidate('another agent')
    expect(await first('bicycle')).toBeUndefined()
    retriever.invalidate('a1')
    expect(await first('bicycle')).toContain('Do you sell bicycles?')
    expect(await first('refund')).toBeUndefined()
    expect(await first('paypal')).toBeUndefined()
    expect(asked[1]).toEqual({ Delivery: 1, FAQ: 1, Returns: 1 })
    expect(asked).toHaveLength(2)
  })
  test('a change during loading is not missed, and concurrent questions load once', async () => {
    let loads = 0
    let stored = [shop[0]!]
    const retriever = createRetriever({
      async loadChunks() {
        const present = stored
        if (++loads === 1) {
          stored = [...shop]
          retriever.invalidate('a1')
        }
        return present
      },
    })
    const found = await Promise.all(
      Array.from({ length: 20 }, () => retriever.retrieve('w1', 'a1', 'paypal')),
    )
    expect(found.every((chunks) => chunks[0]?.sourceId === 'FAQ')).toBe(true)
    expect(loads).toBe(2)
  })
  test('a failed load is retried', async () => {
    let fails = true
    const retriever = createRetriever({
      async loadChunks() {
        if (fails) throw new Error('store unavailable')
        return shop
      },
    })
    await expect(retriever.retrieve('w1', 'a1', 'paypal')).rejects.toThrow('store unavailable')
    fails = false
    expect(await retriever.retrieve('w1', 'a1', 'paypal')).not.toEqual([])
  })
  test('agents and tenants never get each other’s chunks', async () => {
    const retriever = createRetriever({
      loadChunks: async (tenant, agentId) => [
        source('own', [`Our secret is ${tenant} ${agentId} cinnamon.`]),
      ],
    })
    for (const [tenant, agentId] of [
      ['w1', 'a1'],
      ['w2', 'a1'],
      ['w1', 'a2'],
    ] as const) {
      const found = await retriever.retrieve(tenant, agentId, 'what is the cinnamon secret')
      expect(found.map((chunk) => chunk.text)).toEqual([`Our secret is ${tenant} ${agentId} cinnamon.`])
    }
  })
  test('the least recently used agents are evicted when memory is short', async () => {
    const loads: string[] = []
    const retriever = createRetriever({
      maxBytes: 40_000,
      async loadChunks(_, agentId) {
        loads.push(agentId)
        return [source('s', ['delivery '.repeat(1_000)])]
      },
    })
    for (const agentId of ['a1', 'a2', 'a1', 'a3', 'a1', 'a2'])
      await retriever.retrieve('w1', agentId, 'delivery')
    expect(loads).toEqual(['a1', 'a2', 'a3', 'a2'])
  })
  test('a workspace with more than half of the memory makes room among its own agents', async () => {
    const loads: string[] = []
    const retriever = createRetriever({
      maxBytes: 80_000,
      async loadChunks(_, agentId) {
        loads.push(agentId)
        return [source('s', ['delivery '.repeat(1_000)])]
      },
    })
    await retriever.retrieve('quiet', 'theirs', 'delivery')
    for (let nth = 0; nth < 20; nth++) await retriever.retrieve('noisy', `a${nth}`, 'delivery')
    await retriever.retrieve('quiet', 'theirs', 'delivery')
    expect(loads.filter((agentId) => agentId === 'theirs')).toHaveLength(1)
  })
  test('a source edited thousands of times leaves nothing behind', async () => {
    let version = 0
    const retriever = createRetriever({
      loadChunks: async () => [source('s', [`Our code is number${version}.`], version)],
    })
    for (version = 0; version < 2_500; version++) {
      retriever.invalidate('a1')
      await retriever.retrieve('w1', 'a1', 'code')
    }
    version = 2_499
    expect(await retriever.retrieve('w1', 'a1', 'number7')).toEqual([])
    expect(await retriever.retrieve('w1', 'a1', 'number2499')).toHaveLength(1)
  })
})

describe('settings', () => {
  test('of the agent set the number of chunks and the threshold', async () => {
    const settings = { topChunks: 1, ifKnowsThreshold: 0.99 }
    const retriever = over(shop, { settingsOf: async () => settings })
    const answer = await retriever.search('w1', 'a1', 'does the delivery of goods from Canal Row take days')
    expect(answer).toMatchObject({ threshold: 0.99, knows: false })
    expect(answer.items).toHaveLength(1)
    const usual = await over(shop).search('w1', 'a1', 'Can I pay with PayPal?')
    expect(usual).toMatchObject({ threshold: 0.5, knows: true })
  })
})

describe('with embeddings', () => {
  const meanings: Record<string, number[]> = { felines: [1, 0, 0], weather: [0, 1, 0] }
  const vectors = (...vector: number[]) => ({ model: 'm', dimensions: 3, base64: packVectors([vector]) })
  const embedded: SourceChunks[] = [
    { ...source('Cats', ['Our cats sleep all day.']), vectors: vectors(1, 0.1, 0) },
    { ...source('Rain', ['It rains in November.']), vectors: vectors(0, 1, 0.1) },
  ]
  const embedding = {
    model: 'm',
    // The texts that the scale is measured with are alike in pairs: a question, then its answer.
    embed: async (texts: string[], purpose?: 'question') =>
      purpose === 'question'
        ? texts.map((text) => meanings[text] ?? [0, 0, 1])
        : texts.map((_, n) =>
            texts.map((__, other) => (Math.floor(n / 2) === Math.floor(other / 2) ? 1 : 0)),
          ),
  }

  test('finds by meaning without a common word', async () => {
    const [first, second] = await over(embedded, { embedding }).retrieve('w1', 'a1', 'felines')
    expect(first).toMatchObject({ sourceId: 'Cats', matched: [] })
    expect(first?.meaning).toBeGreaterThan(0.9)
    expect(first!.score).toBeGreaterThan(second!.score)
    expect(await over(embedded).retrieve('w1', 'a1', 'felines')).toEqual([])
  })
  test('combines words and meaning', async () => {
    const found = await over(embedded, { embedding }).retrieve('w1', 'a1', 'weather')
    expect(found[0]?.sourceId).toBe('Rain')
    const byWords = await over(embedded, { embedding }).retrieve('w1', 'a1', 'cats')
    expect(byWords[0]?.sourceId).toBe('Cats')
  })
  test.each([0, 0.5, 0.9])(
    'an answer is as probable with a model that gives any two texts a cosine of %d',
    async (common) => {
      const alike = (vector: number[]) => [...vector, Math.sqrt((common * dot(vector)) / (1 - common))]
      const dot = (vector: number[]) => vector.reduce((sum, value) => sum + value * value, 0)
      const scaled = {
        ...embedding,
        embed: async (...asked: Parameters<typeof embedding.embed>) =>
          (await embedding.embed(...asked)).map(alike),
      }
      const sources = [
        [1, 0.1, 0],
        [0, 1, 0.1],
      ].map((vector, n) => ({
        ...embedded[n]!,
        vectors: { model: 'm', dimensions: 4, base64: packVectors([alike(vector)]) },
      }))
      const [plain] = await over(embedded, { embedding }).retrieve('w1', 'a1', 'felines')
      const [first] = await over(sources, { embedding: scaled }).retrieve('w1', 'a1', 'felines')
      expect(first?.sourceId).toBe('Cats')
      expect(first?.score).toBeCloseTo(plain!.score, 1)
    },
  )
  test('a chunk whose vector is still to come is found by its words', async () => {
    const later = source('Dogs', ['Our dogs bark at the weather.'])
    const found = await over([...embedded, later], { embedding }).retrieve('w1', 'a1', 'dogs that bark')
    expect(found[0]?.sourceId).toBe('Dogs')
    expect(found[0]?.meaning).toBeUndefined()
  })
  test('vectors of another model are not compared', async () => {
    const [cats, rain] = embedded as [SourceChunks, SourceChunks]
    const mixed = [{ ...cats, vectors: { ...cats.vectors!, model: 'older' } }, rain]
    const found = await over(mixed, { embedding }).retrieve('w1', 'a1', 'felines')
    expect(found.map(({ sourceId }) => sourceId)).not.toContain('Cats')
  })
  test('a model that takes all texts for related is not used', async () => {
    const faults: unknown[] = []
    const useless = { ...embedding, embed: async (texts: string[]) => texts.map(() => [1, 1, 1]) }
    const retriever = over(embedded, { embedding: useless, onEmbeddingFault: (fault) => faults.push(fault) })
    expect((await retriever.retrieve('w1', 'a1', 'cats'))[0]?.meaning).toBeUndefined()
    expect(String(faults[0])).toContain('does not tell related texts from others')
  })
  test.each<[string, Partial<typeof embedding>]>([
    ['a failing provider', { embed: () => Promise.reject(new Error('down')) }],
    ['another model', { model: 'other' }],
    ['vectors of another length', { embed: async () => [[1, 0]] }],
    ['no vector at all', { embed: async () => [] }],
  ])('%s leaves retrieval by words', async (_, change) => {
    const [first] = await over(embedded, { embedding: { ...embedding, ...change } }).retrieve(
      'w1',
      'a1',
      'cats',
    )
    expect(first?.sourceId).toBe('Cats')
  })
  test('while sources are being embedded, retrieval is by words', async () => {
    const some = [embedded[0]!, source('Dogs', ['Dogs and felines.'])]
    const found = await over(some, { embedding }).retrieve('w1', 'a1', 'felines')
    expect(found.map(({ sourceId }) => sourceId)).toEqual(['Dogs'])
  })
  test('vectors of an earlier model are not compared with those of the present one', async () => {
    const present = Array.from({ length: 9 }, (_, nth) => ({
      ...embedded[1]!,
      ...source(`Rain ${nth}`, ['It rains in November.']),
    }))
    const earlier = { ...embedded[0]!, vectors: { ...embedded[0]!.vectors!, model: 'earlier' } }
    const found = await over([...present, earlier], { embedding }).retrieve('w1', 'a1', 'felines', {
      limit: 20,
    })
    expect(found.map(({ sourceId }) => sourceId)).not.toContain('Cats')
    expect(found).toHaveLength(9)
  })
  test('damaged vectors leave retrieval by words', async () => {
    const damaged = embedded.map((each) => ({ ...each, vectors: { ...each.vectors!, base64: 'AAAA' } }))
    expect((await over(damaged, { embedding }).retrieve('w1', 'a1', 'cats'))[0]?.sourceId).toBe('Cats')
  })
})
