import { t } from '../language.ts'

/** The name that a visitor or the page gave, else the end of the visitor's id. */
export function visitorNameOf(visitor: { visitorName?: string | undefined; visitorId: string }): string {
  return visitor.visitorName ?? t('Visitor {code}', { code: visitor.visitorId.slice(-4) })
}
