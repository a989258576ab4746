/** Finds questions with their answers in the columns of a table. Imported by pages: no schemas here. */
import { readCsv } from '../read-csv.ts'

const questionNames = new Set(
  'question,questions,q,frage,fragen,pregunta,question posée,pergunta,domanda,vraag,pytanie,soru,سؤال,السؤال,प्रश्न,質問,问题,問題'.split(
    ',',
  ),
)
const answerNames = new Set(
  'answer,answers,a,antwort,antworten,respuesta,réponse,reponse,resposta,risposta,antwoord,odpowiedź,odpowiedz,cevap,yanıt,جواب,الجواب,إجابة,उत्तर,回答,答案'.split(
    ',',
  ),
)

/** The columns of questions and of answers, by their names in any of the 13 languages; undefined if one is missing. */
export function pairColumns(names: readonly string[]): { question: number; answer: number } | undefined {
  const at = (wanted: ReadonlySet<string>) => names.findIndex((name) => wanted.has(name.trim().toLowerCase()))
  const [question, answer] = [at(questionNames), at(answerNames)]
  return question < 0 || answer < 0 ? undefined : { question, answer }
}

/** `line`: where a quotation mark is not closed. Rows with neither a question nor an answer are left out. */
export function pairsInCsv(
  csv: string,
):
  | { ok: true; pairs: { question: string; answer: string }[] }
  | { ok: false; reason: 'columns' }
  | { ok: false; reason: 'quotation-mark'; line: number } {
  const read = readCsv(csv)
  if (!read.ok) return { ok: false, reason: 'quotation-mark', line: read.line }
  const [head, ...rows] = read.rows
  const columns = pairColumns(head?.values ?? [])
  if (!columns) return { ok: false, reason: 'columns' }
  const pairs = rows
    .map(({ values }) => ({
      question: values[columns.question]?.trim() ?? '',
      answer: values[columns.answer]?.trim() ?? '',
    }))
    .filter(({ question, answer }) => question !== '' || answer !== '')
  return { ok: true, pairs }
}
