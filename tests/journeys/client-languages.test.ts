/** The dashboard of a client in each of its languages: chosen by the client, kept, mirrored where it reads from the right. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type Language, languages } from '@parley/contracts/languages.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settingsTabs } from '../../web/src/features/settings/search.ts'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { animationsOver } from './browser.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, owner, open } = given)
  },
  // Refusals of what a client typed, and of keeping a version in the name of a client.
  { expected: /(?:400|401|422) \(/ },
)

/** The longest words; `npm run test:long` checks all. Another direction has tests of its own. */
const checkedLanguages: readonly Language[] = process.env.WHOLE === 'true' ? languages : ['de']

const PASSWORD = 'fifteen letters'
let nth = 0
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })

async function clientWith(more: object) {
  await owner.client.call('agency.initialize', place())
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    ...place(),
    body: { name: 'Acme' },
  })
  const email = `cleo${++nth}@example.com`
  const body = {
    ...{ orgId, name: 'Cleo Client', email, dashboardPassword: PASSWORD, widgetIDs: [agentCreated.ID] },
    ...more,
  }
  const { clientId } = await owner.client.call('clients.create', { ...place(), body })
  return { email, clientId, agentId: agentCreated.ID }
}

/** A visitor who leaves a name, and asks for a person. */
async function visited(agentId: string) {
  const params = { region: 'na' as const, agentId }
  const { conversationId, visitorToken } = await started.client().call('conversations.start', { params })
  const visitor = started.client(visitorToken)
  const own = { params: { ...params, conversationId } }
  await visitor.call('conversations.identify', {
    ...own,
    body: { name: 'Marta Kowalska', email: 'marta@example.com' },
  })
}

/** What the agent knows: a text, a page that the site does not have, and questions. */
async function taught(agentId: string) {
  const params = { region: 'na' as const, agentId }
  const text = { name: 'Delivery', content: '# Delivery\n\nDelivery takes two days.', tags: ['Shop'] }
  await owner.client.call('knowledge.addText', { params, body: text })
  const pairs = [{ question: 'Do you ship abroad?', answer: 'Yes, to all of Europe.' }]
  await owner.client.call('knowledge.addPairs', { params, body: { name: 'Shipping', pairs, tags: [] } })
  await started.settled()
}

async function signIn(page: Page, email: string) {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const htmlOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
const entries = (page: Page) => page.getByRole('navigation').getByRole('link').allTextContents()

async function chooseLanguage(page: Page, { profile, account, field, name, save }: Record<string, string>) {
  await press(page, profile ?? '')
  await page.getByRole('menuitem', { name: account ?? '' }).click()
  await page.getByRole('combobox', { name: field ?? '' }).click()
  await page.getByRole('option', { name: name ?? '' }).click()
  await press(page, save ?? '')
}

test('a client signs in in the language of its browser, and changes that of its dashboard, which stays', async () => {
  const cleo = await clientWith({
    canAccess: ['/home', '/convos', '/leads', '/analytics', '/kb', '/settings'],
  })
  await visited(cleo.agentId)
  await taught(cleo.agentId)
  const page = await open('de-DE')
  await page.getByRole('button', { name: 'Anmeldecode per E-Mail' }).click()
  await page.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein.').waitFor()
  await page.locator('input[name=email]').fill(cleo.email)
  await page.locator('input[name=password]').fill('wrong password')
  await press(page, 'Anmelden')
  await page.getByText('Die E-Mail-Adresse oder das Passwort ist nicht richtig.').waitFor()
  await lookAt(page, 'client-login-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, cleo.email)

  // Nobody chose another language for it.
  await page.getByRole('link', { name: 'Leads & Campaigns' }).waitFor()
  expect(await htmlOf(page)).toEqual(['en', 'ltr'])
  await chooseLanguage(page, {
    ...{ profile: 'Profile', account: 'Account', field: 'Preferred language', name: 'Deutsch', save: 'Save' },
  })
  await page.getByText('Kontodaten aktualisiert').waitFor()
  const german = ['Startseite', 'Unterhaltungen', 'Leads und Kampagnen', 'Analysen und Kennzahlen']
  await expect.poll(() => entries(page)).toEqual(expect.arrayContaining(german))
  expect(await htmlOf(page)).toEqual(['de', 'ltr'])
  await page.reload()
  await expect.poll(() => entries(page)).toEqual(expect.arrayContaining(german))
  await page.getByRole('heading', { name: 'Letzte 7 Tage' }).waitFor()
  await page.getByText('Niemand wartet auf einen Menschen.').waitFor()
  await lookAt(page, 'client-home-de')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'Leads und Kampagnen' }).click()
  await page.getByRole('link', { name: 'Marta Kowalska' }).waitFor()
  await page.getByText(/^vor \d+ Minuten?$|^gerade eben$/).waitFor()
  await lookAt(page, 'client-leads-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Tage: Beliebiger Zeitraum' }).click()
  const month = new Intl.DateTimeFormat('de', { month: 'long', year: 'numeric' }).format()
  await page.getByRole('button', { name: month, exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Marta Kowalska' }).click()
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium' }).format()
  await page.getByText(new RegExp(`^Erfasst am ${day}`)).waitFor()
  await lookAt(page, 'client-lead-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Analysen und Kennzahlen' }).click()
  await page.getByRole('heading', { name: 'Analysen', exact: true }).waitFor()
  await page.getByText('30 Tage', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Eigener Zeitraum: Eigener' }).waitFor()
  await page.getByText('In diesem Zeitraum begonnen. Verglichen mit den 30 Tagen davor.').waitFor()
  const chart = page.getByRole('slider', { name: 'Unterhaltungen nach Tag' })
  await expect
    .poll(() => chart.getAttribute('aria-valuetext'))
    .toMatch(/\. \d{4}, 1, vorheriger Zeitraum: 0$/)
  await lookAt(page, 'client-analytics-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'Besucher' }).click()
  await page.getByRole('link', { name: 'Aktive Unterhaltungen' }).click()
  await page
    .getByRole('dialog', { name: 'Aktive Unterhaltungen' })
    .getByText('Keine in diesem Zeitraum.')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Unterhaltungen', exact: true }).click()
  await page.getByRole('heading', { name: 'Unterhaltungen', level: 1 }).waitFor()
  await page.getByRole('link', { name: /Marta Kowalska/ }).click()
  await press(page, 'Übernehmen')
  await page.getByText('Cleo Client hat übernommen').waitFor()
  await page.getByRole('button', { name: 'Zurückgeben' }).waitFor()
  await page.getByRole('complementary', { name: 'Details zum Besucher' }).getByText('Besucher-ID').waitFor()
  await lookAt(page, 'client-inbox-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Beantwortet von' }).click()
  await page.getByRole('option', { name: 'Team', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter entfernen: Beantwortet vom Team' }).waitFor()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await shortcuts.getByText('Notiz schreiben').waitFor()
  // One that may assign nothing.
  expect(await shortcuts.getByText('Zuweisen').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Wissensdatenbank' }).click()
  await page.getByRole('heading', { name: 'Wissensdatenbank' }).waitFor()
  await expect.poll(() => page.getByText('Bereit', { exact: true }).count()).toBe(3)
  await page.getByRole('textbox', { name: 'Frage', exact: true }).fill('How long does delivery take?')
  await press(page, 'Testen')
  await page.getByText('Weiß es', { exact: true }).waitFor()
  await lookAt(page, 'client-knowledge-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Delivery', exact: true }).click()
  await page.getByRole('dialog').getByRole('tab', { name: '1 Passage' }).click()
  await press(page, 'Aktionen für die Passage')
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).waitFor()
  await page.keyboard.press('Escape')
  await animationsOver(page)
  await lookAt(page, 'client-source-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Wissen hinzufügen' }).click()
  await press(page, 'Website hinzufügen')
  await page.getByText('Bitte geben Sie eine Adresse ein.').waitFor()
  await page.getByRole('textbox', { name: 'Adresse' }).fill('ftp://example')
  await press(page, 'Website hinzufügen')
  await page.getByText('Bitte geben Sie eine Webadresse wie https://example.com ein.').waitFor()
  await animationsOver(page)
  await lookAt(page, 'client-add-knowledge-de')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await page.getByRole('heading', { name: 'Einstellungen', exact: true }).waitFor()

  await press(page, 'Profil')
  await page.getByRole('menuitem', { name: 'Konto' }).click()
  const drawer = page.getByRole('dialog', { name: 'Konto' })
  await drawer.getByLabel('Name').fill('')
  await drawer.getByText('Bitte füllen Sie alle Felder aus.').waitFor()
  await lookAt(page, 'client-account-de')
})

test('in Arabic the dashboard is mirrored', async () => {
  const cleo = await clientWith({
    ...{
      canAccess: ['/home', '/convos', '/leads', '/analytics', '/kb'],
      preferredLanguage: 'ar',
      isOrgAdmin: true,
    },
  })
  await visited(cleo.agentId)
  await taught(cleo.agentId)
  const page = await open('ar')
  await lookAt(page, 'client-login-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, cleo.email)
  const home = page.getByRole('link', { name: 'الرئيسية' })
  await home.waitFor()
  expect(await htmlOf(page)).toEqual(['ar', 'rtl'])
  const box = await home.boundingBox()
  expect(box?.x).toBeGreaterThan(1_280 / 2)
  await lookAt(page, 'client-home-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'العملاء المحتملون والحملات' }).click()
  await page.getByRole('link', { name: 'Marta Kowalska' }).waitFor()
  await lookAt(page, 'client-leads-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'المحادثات' }).click()
  // The page before has a link of this name, too.
  const inbox = page.getByRole('region', { name: 'المحادثات' })
  await inbox.getByRole('link', { name: /Marta Kowalska/ }).click()
  await page.getByRole('button', { name: 'إرسال' }).waitFor()
  const x = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.x ?? 0
  expect(await x('المحادثات')).toBeGreaterThan(await x('نص المحادثة'))
  await lookAt(page, 'client-inbox-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'التحليلات والمؤشرات' }).click()
  await page.getByRole('heading', { name: 'التحليلات', exact: true }).waitFor()
  const chart = page.getByRole('slider', { name: 'المحادثات حسب اليوم' })
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/, 1, الفترة السابقة: 0$/)
  await lookAt(page, 'client-analytics-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'الزوار' }).click()
  await page.getByRole('region', { name: 'القنوات' }).getByText('الموقع الإلكتروني').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Marta Kowalska' }).waitFor()
  await animationsOver(page)
  await lookAt(page, 'client-analytics-behind-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'قاعدة المعرفة' }).click()
  await expect.poll(() => page.getByText('جاهز', { exact: true }).count()).toBe(3)
  await page.getByRole('textbox', { name: 'السؤال', exact: true }).fill('How long does delivery take?')
  await press(page, 'تجربة')
  await page.getByText('يعرف', { exact: true }).waitFor()
  await lookAt(page, 'client-knowledge-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Delivery', exact: true }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'مقطع واحد' }).waitFor()
  await animationsOver(page)
  await lookAt(page, 'client-source-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'إضافة معرفة' }).click()
  await page.getByRole('dialog').getByText('الموقع كاملًا').waitFor()
  await animationsOver(page)
  await lookAt(page, 'client-add-knowledge-ar')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // The language is known before the dashboard is loaded.
  const held = /\/assets\/(?!before-first-paint).*\.js$/
  await page.route(held, () => {})
  await page.reload({ waitUntil: 'commit' })
  await page.locator('.boot span[lang=ar]').getByText('جارٍ تحميل مساحة عملك').waitFor()
  await page.unroute(held)
  await page.reload()
  await press(page, 'الملف الشخصي')
  await page.getByRole('menuitem', { name: 'الحساب' }).click()
  await page.getByRole('dialog', { name: 'الحساب' }).waitFor()
  await animationsOver(page)
  await lookAt(page, 'client-account-ar')
})

/** An agent that answers from its prompt, with a version that the team published. */
async function withoutFlow(agentId: string) {
  const params = { region: 'na' as const, agentId }
  const body = { title: 'Harbour Tea', enableNodes: false, nodes: [], vg_initPrompt: 'Hello.' }
  await owner.client.call('agents.save', { params, body })
  const kept = { agentId, workspaceId: owner.workspaceId, userEmail: owner.email }
  await owner.client.call('rpc.saveAgentBackup', { params: { region: 'na' }, body: kept })
}

/** What can be read on a page of more than one English word, but for names, code and what the agent says. */
const inEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const known =
      /Harbour Tea|Cleo Client|EU GDPR|Playfair Display|DM Sans|Your virtual assistant|Your Agency|How can I help|autosize measurement|Begin every|Our cards|https?:|<script|<iframe|Content-Security-Policy|script-src/
    const isEnglish = (text: string) => /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text) && !known.test(text)
    const found = new Set<string>()
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest('script, style, noscript, .boot, del, ins') || !element.checkVisibility()) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-placeholder'])
        if (isEnglish(element.getAttribute(name) ?? '')) found.add(element.getAttribute(name) ?? '')
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE && isEnglish(node.textContent ?? ''))
          found.add(node.textContent ?? '')
    }
    return [...found]
  })

test('in Arabic a client changes the prompt of its agent, publishes it, and goes back to a version', async () => {
  const cleo = await clientWith({ canAccess: ['/home', '/nodes', '/prompt'], preferredLanguage: 'ar' })
  await withoutFlow(cleo.agentId)
  const page = await open('ar')
  await signIn(page, cleo.email)
  await page.getByRole('link', { name: 'الرئيسية' }).waitFor()
  const { origin } = new URL(page.url())
  const address = `${origin}/app/na/agents/${cleo.agentId}/prompt`
  const drawer = page.getByRole('dialog')
  const seen = async (name: string) => {
    await animationsOver(page)
    expect(await inEnglish(page), name).toEqual([])
    await lookAt(page, name)
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await htmlOf(page)).toEqual(['ar', 'rtl'])
  }
  const closed = async () => {
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(address)
  await page.getByRole('heading', { name: 'التوجيه', exact: true }).waitFor()
  const prompt = page.getByRole('textbox', { name: 'توجيه النظام' })
  const direction = () => prompt.locator('.cm-line').evaluate((line) => getComputedStyle(line).direction)
  await prompt.fill('أجب بإيجاز.')
  expect(await direction()).toBe('rtl')
  await prompt.fill('Begin every reply with {{name}}.')
  expect(await direction()).toBe('ltr')
  await press(page, 'إضافة رسالة')
  await press(page, 'إضافة بطاقات')
  await page.getByRole('textbox', { name: 'العنوان' }).fill('Our cards')
  const opens = page.getByRole('textbox', { name: 'يفتح' })
  await opens.fill('harbour')
  await opens.blur()
  await page.getByText('ابدأ بـ https://').waitFor()
  await opens.fill('')
  await page.getByRole('switch', { name: 'بدء ذكي' }).click()
  await seen('client-prompt-ar')

  await press(page, 'مراجعة')
  await drawer.getByText('يرى الزوار الوكيل المنشور حتى تنشر.').waitFor()
  await seen('client-changes-ar')
  await drawer.getByRole('button', { name: 'تجاهل' }).click()
  await page.getByText('يعود الوكيل إلى الإصدار المنشور. تُتجاهل هذه التغييرات:').waitFor()
  await seen('client-discard-ar')
  await drawer.last().getByRole('button', { name: 'إلغاء' }).click()
  await closed()
  await press(page, 'خيارات نشر أخرى')
  await page.getByRole('menuitem', { name: 'الإصدار التجريبي' }).click()
  await drawer.getByText('تصبح تغييراتك غير المنشورة').waitFor()
  await drawer.getByRole('button', { name: 'بدء الإصدار التجريبي' }).click()
  await drawer.getByRole('button', { name: 'اعتماد' }).waitFor()
  await page.getByText(/^يجيب الإصدار \d+ عن \d+% من المحادثات الجديدة$/).waitFor()
  await seen('client-canary-ar')
  await drawer.getByRole('button', { name: 'اعتماد' }).click()
  await page.getByText(/^نُشر الإصدار \d+$/).waitFor()
  await closed()

  await page.getByRole('textbox', { name: 'توجيه النظام' }).fill('Begin every reply with a greeting.')
  await press(page, 'نشر')
  await page.getByText('نُشر وكيلك').waitFor()
  expect(await inEnglish(page)).toEqual([])
  await press(page, 'إضافة الأداة إلى الموقع')
  await drawer.getByText('ضع هذا السطر').waitFor()
  await seen('client-script-ar')
  await closed()
  await press(page, 'خيارات نشر أخرى')
  await page.getByRole('menuitem', { name: 'سجل الإصدارات' }).click()
  await drawer.getByRole('button', { name: 'عرض التغييرات' }).nth(1).click()
  await drawer.getByText('توجيه النظام').first().waitFor()
  await seen('client-versions-ar')
  await drawer.getByText(/^مع الحالي/).click()
  await drawer
    .getByRole('button', { name: /^استعادة الإصدار/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: /^هل تريد استعادة الإصدار/ })
  await question.waitFor()
  await seen('client-restore-ar')
  await question.getByRole('button', { name: 'استعادة ونشر' }).click()
  await page.getByText(/^استُعيد الإصدار \d+ ونُشر$/).waitFor()
  expect(await inEnglish(page)).toEqual([])
})

/** The choices whose labels do not fit. */
const cutOff = (page: Page, where: string): Promise<string[]> =>
  page
    .getByRole('radiogroup')
    .evaluateAll(
      (rows, where) =>
        rows
          .filter((row) =>
            [row, ...row.querySelectorAll('label')].some((one) => one.scrollWidth > one.clientWidth),
          )
          .map((row) => `${row.getAttribute('aria-label')} of ${where}`),
      where,
    )

/** The buttons whose labels do not fit. */
const cutButtons = (page: Page, where: string): Promise<string[]> =>
  page
    .locator('button .mantine-Button-label')
    .evaluateAll(
      (labels, where) =>
        labels
          .filter((label) => label.scrollWidth > label.clientWidth + 1)
          .map((label) => `${label.textContent} of ${where}`),
      where,
    )

/** The buttons of a page that a phone does not show, but for those on the canvas, which is moved. */
const beyond = (page: Page, where: string): Promise<string[]> =>
  page.locator('main button').evaluateAll(
    (buttons, where) =>
      buttons
        .filter((button) => {
          const { left, right, width } = button.getBoundingClientRect()
          return width > 0 && !button.closest('[data-node], [data-group]') && (left < 0 || right > innerWidth)
        })
        .map((button) => `${button.getAttribute('aria-label') ?? button.textContent} of ${where}`),
    where,
  )

/** A flow of each kind of node, but for a tool, whose texts are single words. */
const everyNode = (): AgentNode[] => {
  const at = (column: number, row: number) => ({ position: { x: column * 300, y: row * 230 } })
  const test = { variable: 'day', operator: 'is', value: 'Monday' } as const
  return [
    { id: 'start', type: 'start', ...at(0, 0), next: 'hi' },
    { id: 'hi', type: 'message', ...at(1, 0), text: 'Hello', next: 'ask' },
    {
      ...{ id: 'ask', type: 'question', ...at(2, 0), text: 'When', variable: 'day', capture: 'date' },
      ...{ next: 'menu', gaveUp: 'bye' },
    },
    {
      ...{ id: 'menu', type: 'buttons', ...at(3, 0), text: 'Which', next: 'bye' },
      buttons: [
        { id: 'b1', label: 'Tea', next: 'sort' },
        { id: 'b2', label: 'Again', next: 'leap' },
      ],
    },
    { id: 'sort', type: 'condition', ...at(4, 0), branches: [{ id: 'b', test, next: 'set' }], next: 'set' },
    { id: 'default', type: 'default', ...at(0, 1), next: 'bye' },
    { id: 'set', type: 'set-variable', ...at(1, 1), variable: 'city', value: 'Bonn', next: 'know' },
    { id: 'know', type: 'knowledge', ...at(2, 1), tags: ['Shop'], next: 'form', notFound: 'form' },
    {
      ...{ id: 'form', type: 'form', ...at(3, 1), text: '', next: 'back' },
      fields: [{ name: 'size', label: 'Size', type: 'select', options: ['Small'] }],
    },
    {
      id: 'back',
      type: 'read-back',
      ...at(4, 1),
      values: [{ variable: 'day' }],
      next: 'call',
      gaveUp: 'bye',
    },
    {
      ...{
        id: 'call',
        type: 'http',
        ...at(0, 2),
        method: 'POST',
        url: 'https://shop.example',
        saveTo: 'found',
      },
      ...{ headers: [{ key: 'Accept', value: 'json' }], next: 'map', onError: 'bye' },
    },
    {
      ...{ id: 'map', type: 'map', ...at(1, 2), next: 'think' },
      mappings: [{ id: 'm', from: 'found', path: 'id', transform: 'as-is', saveTo: 'number' }],
    },
    { id: 'think', type: 'ai', ...at(2, 2), next: 'over' },
    { id: 'over', type: 'handoff', ...at(3, 2) },
    { id: 'bye', type: 'end', ...at(4, 2), text: 'Bye' },
    { id: 'leap', type: 'jump', ...at(0, 3), to: 'ask' },
    { id: 'first', type: 'always-first', ...at(1, 3), emergencies: true, text: '' },
    { id: 'memo', type: 'note', ...at(2, 3), text: 'Remember' },
    { id: 'both', type: 'group', ...at(0, 0), nodeIds: ['leap', 'first'] },
  ]
}

async function withFlow(agentId: string) {
  const body = { title: 'Harbour Tea', enableNodes: true, nodes: everyNode(), vg_systemPrompt: 'Short.' }
  await owner.client.call('agents.save', { params: { region: 'na', agentId }, body })
}

/** Opens the editors of all nodes of the list. */
async function openNodes(page: Page) {
  await page.locator('#node-memo').waitFor()
  await page
    .locator('li[id^=node-] button[aria-expanded=false]')
    .evaluateAll((heads) => heads.map((head) => (head as HTMLElement).click()))
  await page.locator('#node-memo textarea').waitFor()
}

test('in Arabic a client edits the flow of its agent, which runs from the right', async () => {
  const cleo = await clientWith({ canAccess: ['/home', '/nodes', '/prompt'], preferredLanguage: 'ar' })
  await withFlow(cleo.agentId)
  const page = await open('ar')
  await signIn(page, cleo.email)
  await page.getByRole('link', { name: 'الرئيسية' }).waitFor()
  const address = `${new URL(page.url()).origin}/app/na/agents/${cleo.agentId}`
  const seen = async (name: string) => {
    await animationsOver(page)
    expect(await inEnglish(page), name).toEqual([])
    await lookAt(page, name)
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await htmlOf(page)).toEqual(['ar', 'rtl'])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${address}/nodes`)
  await page.getByRole('heading', { name: 'مسار العقد' }).waitFor()
  await seen('client-nodes-ar')
  await openNodes(page)
  await seen('client-nodes-open-ar')

  const canvas = page.getByRole('region', { name: 'مسار العقد' })
  const inspector = page.getByRole('complementary')
  const card = (id: string) => canvas.locator(`[data-node=${id}]`)
  const boxOf = async (one: Locator) => {
    const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x, y, right: x + width, middle: { x: x + width / 2, y: y + height / 2 } }
  }
  for (const { id } of everyNode()) {
    await page.goto(`${address}/prompt?node=${id}`)
    await inspector.getByRole('heading').waitFor()
    await animationsOver(page)
    expect(await inEnglish(page), id).toEqual([])
    if (id !== 'ask') continue
    expect((await boxOf(inspector)).right).toBeLessThanOrEqual((await boxOf(canvas)).x + 1)
    await seen('client-canvas-node-ar')
    const { x, right, middle } = await boxOf(inspector)
    await page.mouse.move(right, middle.y)
    await page.mouse.down()
    await page.mouse.move(right + 60, middle.y, { steps: 4 })
    await page.mouse.up()
    expect(await boxOf(inspector)).toMatchObject({ x, right: right + 60 })
  }

  await page.goto(`${address}/prompt`)
  await card('start').waitFor()
  await seen('client-canvas-ar')
  await page.reload()
  await card('start').waitFor()
  await animationsOver(page)
  const [start, hi, fallback] = [
    await boxOf(card('start')),
    await boxOf(card('hi')),
    await boxOf(card('default')),
  ]
  expect(hi.right).toBeLessThan(start.x)
  const lines = await canvas
    .locator('svg[aria-hidden] path')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
    )
  const between = ([left = 0, right = 0]: number[]) =>
    Math.abs(left - hi.right) < 3 && Math.abs(right - start.x) < 3
  expect(lines.some(between)).toBe(true)

  // A card goes where it is dragged to, and a connection leads from an exit to where it is drawn.
  await page.mouse.move(fallback.middle.x, fallback.y + 20)
  await page.mouse.down()
  await page.mouse.move(fallback.middle.x - 30, fallback.y + 40, { steps: 5 })
  await page.mouse.up()
  // Less than the pointer has moved by what tells a drag from a click.
  const dragged = async () => fallback.x - (await boxOf(card('default'))).x
  await expect.poll(dragged).toBeGreaterThan(20)
  expect(await dragged()).toBeLessThan(31)
  const exit = await boxOf(card('default').getByRole('button', { name: /^ثم يؤدي إلى النهاية/ }))
  const target = (await boxOf(card('set'))).middle
  await page.mouse.move(exit.x + 10, exit.middle.y)
  await page.mouse.down()
  await page.mouse.move(target.x, target.y, { steps: 8 })
  await page.mouse.up()
  await card('default').getByRole('button', { name: 'ثم يؤدي إلى تعيين متغير', exact: true }).click()
  await page.getByRole('dialog', { name: 'العقدة التالية بعد «ثم»' }).waitFor()
  expect(await inEnglish(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await card('start').getByRole('button').first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() =>
      card('hi')
        .getByRole('button')
        .first()
        .evaluate((one) => one.matches(':focus')),
    )
    .toBe(true)

  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'العقد المحددة' }).waitFor()
  await seen('client-canvas-selected-ar')
  await press(page, 'إلغاء التحديد')
  await press(page, 'البحث في العقد')
  await page.getByRole('searchbox').fill('Hello')
  await page.getByRole('status').filter({ hasText: '1 من 1' }).waitFor()
  await seen('client-canvas-search-ar')
  await press(page, 'إنهاء البحث')
  await press(page, 'المزيد عن لوحة العمل')
  await page.getByRole('menuitem', { name: 'إضافة تعليق' }).waitFor()
  expect(await inEnglish(page)).toEqual([])
  await page.keyboard.press('Escape')
  await press(page, 'إضافة عقدة')
  await page.getByRole('menuitem', { name: /^أداة/ }).waitFor()
  await seen('client-canvas-add-ar')
  await page.getByRole('menuitem', { name: /^أداة/ }).click()
  await inspector.getByRole('heading', { name: 'أداة' }).waitFor()
  await inspector.getByRole('button', { name: 'إغلاق' }).click()
  await page.getByRole('button', { name: '3 مشكلات' }).click()
  await page.getByText('لا شيء يؤدي إلى «أداة».', { exact: false }).waitFor()
  await seen('client-canvas-problems-ar')
  await page.getByText('لا شيء يؤدي إلى «أداة».', { exact: false }).click()
  await inspector.getByRole('button', { name: 'إزالة', exact: true }).click()
  await page.getByText('أُزيلت «أداة».').waitFor()
  expect(await inEnglish(page)).toEqual([])
  await press(page, 'نشر')
  await page.getByText('نُشر وكيلك').waitFor()
  const { data } = await owner.client.call('agents.get', { params: { region: 'na', agentId: cleo.agentId } })
  const moved = data.nodes?.find(({ id }) => id === 'default')
  expect(moved).toMatchObject({ next: 'set' })
  expect(moved?.position.x).toBeGreaterThan(20)
  expect(moved?.position.x).toBeLessThan(60)
}, 240_000)

test('nodes and canvas fit on a phone in each language', async () => {
  const cleo = await clientWith({ canAccess: ['/nodes', '/prompt'] })
  await withFlow(cleo.agentId)
  const page = await open()
  await signIn(page, cleo.email)
  await page.locator('#node-memo, [data-node=memo]').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const address = `${new URL(page.url()).origin}/app/na/agents/${cleo.agentId}`
  const wide: string[] = []
  const english: string[] = []
  for (const preferredLanguage of checkedLanguages) {
    const params = { ...place().params, clientId: cleo.clientId }
    await owner.client.call('clients.save', { params, body: { preferredLanguage } })
    const measure = async (subpage: string) => {
      const where = `${subpage} in ${preferredLanguage}`
      await page.locator(`html[lang=${preferredLanguage}] h1`).first().waitFor({ state: 'attached' })
      await animationsOver(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${where}: ${width} px`)
      wide.push(
        ...(await cutButtons(page, where)),
        ...(await cutOff(page, where)),
        ...(await beyond(page, where)),
      )
      if (['ar', 'hi', 'ja', 'zh'].includes(preferredLanguage)) english.push(...(await inEnglish(page)))
      if (!['de', 'ja'].includes(preferredLanguage)) return
      await lookAt(page, `client-${subpage}-${preferredLanguage}`)
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await page.goto(`${address}/nodes`)
    await openNodes(page)
    await measure('nodes')
    await page.goto(`${address}/prompt`)
    await page.locator('[data-node=start]').waitFor()
    await measure('canvas')
    await page.goto(`${address}/prompt?node=ask`)
    await page.getByRole('complementary').getByRole('heading').waitFor()
    await measure('canvas-node')
  }
  expect(wide).toEqual([])
  expect(english).toEqual([])
}, 400_000)

/** An agent whose settings are all shown: none waits for another one. */
async function withAllSettings(agentId: string) {
  await withoutFlow(agentId)
  const openingHours = {
    timeZone: 'Europe/Berlin',
    weekly: [{ day: 'monday' as const, from: '09:00', to: '17:00' }],
    holidays: ['2026-12-25'],
  }
  const body = {
    ...{ title: 'Harbour Tea', openingHours, retentionDays: 1_000, proactiveMessage: 'How can I help?' },
    ...{
      acceptFileUpload: true,
      enableAudioSupport: true,
      enableHumanHandoff: true,
      enableAITranslate: true,
    },
    ...{ ui: { showWhatsappButtonOnWeb: true }, whatsappPhoneNumber: '+49 151 2345' },
  }
  await owner.client.call('agents.save', { params: { region: 'na', agentId }, body })
}

/** The groups of settings that a client has. */
const groups = settingsTabs.filter((tab) => tab !== 'notifications' && tab !== 'integrations')

async function openGroup(page: Page, agentId: string, group: string) {
  await page.goto(`${new URL(page.url()).origin}/app/na/agents/${agentId}/settings?tab=${group}`)
  await page.locator('[data-part=setting]').first().waitFor()
  if (group === 'ui') await page.locator('.cm-content').waitFor()
  if (group === 'handoff') await page.locator('[data-setting=openingHours]').waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
}

test('in Arabic a client changes the settings of its agent', async () => {
  const cleo = await clientWith({ canAccess: ['/settings', '/kb'], preferredLanguage: 'ar' })
  await withAllSettings(cleo.agentId)
  const page = await open('ar')
  await signIn(page, cleo.email)
  await page.getByRole('link', { name: 'قاعدة المعرفة' }).waitFor()
  const seen = async (name: string) => {
    await animationsOver(page)
    expect(await inEnglish(page), name).toEqual([])
    await lookAt(page, name)
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await htmlOf(page)).toEqual(['ar', 'rtl'])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const group of groups) {
    await openGroup(page, cleo.agentId, group)
    await seen(`client-settings-${group}-ar`)
  }
  // What a client may not do is not offered.
  await openGroup(page, cleo.agentId, 'ui')
  expect(await page.getByRole('button', { name: 'Pick in preview' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'AI CSS Assistant' }).count()).toBe(0)
  await page.locator('.cm-content').fill("[data-part='nothing'] { color: red; }")
  await page.getByText('مشكلة واحدة، تحتها خط.').waitFor()
  await page.locator('.cm-lintRange').hover()
  await page.getByText('لا يوجد جزء باسم «nothing».').waitFor()
  expect(await inEnglish(page)).toEqual([])
  await press(page, 'الأجزاء')
  await page.getByText('الشريط الذي يحمل صورة الوكيل واسمه').waitFor()
  expect(await inEnglish(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^الأساسي 500/ }).click()
  await page.getByRole('textbox', { name: 'الأساسي 500' }).fill('red')
  await page.getByText('ستة أرقام سداسية عشرية').waitFor()
  await page.keyboard.press('Escape')

  await openGroup(page, cleo.agentId, 'advanced')
  expect(await page.getByText('Danger zone').count()).toBe(0)
  await openGroup(page, cleo.agentId, 'handoff')
  await page.getByRole('textbox', { name: 'الاثنين من' }).fill('nine')
  await page.getByRole('alert').filter({ hasText: '09:00' }).waitFor()
  expect(await inEnglish(page)).toEqual([])
  await page.getByRole('textbox', { name: 'الاثنين من' }).fill('10:00')
  await openGroup(page, cleo.agentId, 'security')
  await page.getByRole('combobox', { name: 'المواقع' }).fill('shop example')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'المواقع' }).press('Backspace')
  await page.getByRole('searchbox').fill('اللغة')
  await page.getByRole('status').filter({ hasText: '«اللغة»' }).waitFor()
  await seen('client-settings-filtered-ar')
  await page.getByRole('searchbox').fill('شيء غير موجود')
  await page.getByText('لم يُعثر على إعداد').waitFor()
  expect(await inEnglish(page)).toEqual([])

  await openGroup(page, cleo.agentId, 'core')
  await page.getByRole('textbox', { name: 'اسم الوكيل' }).fill('')
  await press(page, 'نشر')
  await page.getByText('يُرجى إدخال اسم للوكيل.').first().waitFor()
  await seen('client-settings-refused-ar')
  await page.getByRole('textbox', { name: 'اسم الوكيل' }).fill('Harbour Tea')
  await press(page, 'نشر')
  await page.getByText('نُشر وكيلك').waitFor()
  const { data } = await owner.client.call('agents.get', { params: { region: 'na', agentId: cleo.agentId } })
  expect(data.openingHours?.weekly).toEqual([{ day: 'monday', from: '10:00', to: '17:00' }])

  await page.getByRole('link', { name: 'قاعدة المعرفة' }).click()
  await press(page, 'الإعدادات')
  await page.getByRole('dialog').getByText('كيف يستخدم الوكيل معرفته').waitFor()
  await seen('client-retrieval-settings-ar')
}, 120_000)

test('the settings fit on a phone in each language', async () => {
  const cleo = await clientWith({ canAccess: ['/settings'] })
  await withAllSettings(cleo.agentId)
  const page = await open()
  await signIn(page, cleo.email)
  await page.locator('[data-part=setting]').first().waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const wide: string[] = []
  const english: string[] = []
  for (const preferredLanguage of checkedLanguages) {
    const params = { ...place().params, clientId: cleo.clientId }
    await owner.client.call('clients.save', { params, body: { preferredLanguage } })
    for (const group of groups) {
      const where = `${group} in ${preferredLanguage}`
      await openGroup(page, cleo.agentId, group)
      await page.locator(`html[lang=${preferredLanguage}] h1`).first().waitFor({ state: 'attached' })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${where}: ${width} px`)
      wide.push(...(await cutButtons(page, where)), ...(await cutOff(page, where)))
      if (['ar', 'hi', 'ja', 'zh'].includes(preferredLanguage)) english.push(...(await inEnglish(page)))
      if (['de', 'hi', 'ja'].includes(preferredLanguage) && ['ui', 'handoff'].includes(group)) {
        await lookAt(page, `client-settings-${group}-${preferredLanguage}`)
        await page.setViewportSize({ width: 390, height: 844 })
      }
    }
  }
  expect(wide).toEqual([])
  expect(english).toEqual([])
}, 600_000)

test('nothing is wider than a phone in any language', async () => {
  const cleo = await clientWith({ canAccess: ['/home', '/convos', '/leads', '/analytics', '/kb', '/nodes'] })
  await taught(cleo.agentId)
  await withoutFlow(cleo.agentId)
  const page = await open()
  await signIn(page, cleo.email)
  await page.getByRole('link', { name: 'Leads & Campaigns' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const { origin } = new URL(page.url())
  const wide: string[] = []
  for (const preferredLanguage of checkedLanguages) {
    await owner.client.call('clients.save', {
      params: { ...place().params, clientId: cleo.clientId },
      body: { preferredLanguage },
    })
    for (const subpage of ['kb?add=website', 'home', 'leads', 'analytics', 'convos']) {
      await page.goto(`${origin}/app/na/agents/${cleo.agentId}/${subpage}`)
      await page.locator(`html[lang=${preferredLanguage}] h1`).first().waitFor({ state: 'attached' })
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${subpage} in ${preferredLanguage}: ${width} px`)
      wide.push(...(await cutOff(page, `${subpage} in ${preferredLanguage}`)))
    }
    for (const subpage of ['prompt', 'prompt?panel=versions', 'prompt?panel=canary', 'prompt?panel=script']) {
      await page.goto(`${origin}/app/na/agents/${cleo.agentId}/${subpage}`)
      await page.locator(`html[lang=${preferredLanguage}] h1`).first().waitFor({ state: 'attached' })
      if (subpage.includes('panel')) await page.getByRole('dialog').waitFor()
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${subpage} in ${preferredLanguage}: ${width} px`)
      wide.push(...(await cutButtons(page, `${subpage} in ${preferredLanguage}`)))
      wide.push(...(await cutOff(page, `${subpage} in ${preferredLanguage}`)))
    }
    await page.goto(`${origin}/app/na/agents/${cleo.agentId}/home`)
    await page.locator('header button[aria-haspopup=menu]').last().click()
    await page.getByRole('menuitem').first().click()
    await expect.poll(() => page.getByRole('dialog').getByRole('radiogroup').count()).toBe(4)
    wide.push(...(await cutOff(page, `the account in ${preferredLanguage}`)))
  }
  expect(wide).toEqual([])
}, 300_000)

test('a client reads where its agent can be reached, and can’t change it there', async () => {
  const cleo = await clientWith({ canAccess: ['/channels'], preferredLanguage: 'ar' })
  const params = { region: 'na' as const, agentId: cleo.agentId }
  const page = await open('en-GB')
  await signIn(page, cleo.email)
  await page.getByText('لا توجد قناة متصلة بعد').waitFor()
  await lookAt(page, 'client-channels-empty-ar')
  const account = { url: 'https://line.example/' }
  const credentials = { secret: 'sixteen letters!' }
  const body = { kind: 'webhook' as const, name: 'Order line', account, credentials }
  await owner.client.call('channels.connect', { params, body })
  const row = page.getByRole('listitem').filter({ hasText: 'Order line' })
  await row.getByText('لا توجد رسائل بعد').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  await lookAt(page, 'client-channels-ar')
})
