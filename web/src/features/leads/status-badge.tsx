import { Badge } from '@mantine/core'
import { t } from '../../design/language.ts'
import { type Status, statusNames } from './search.ts'

const colours: Record<Status, string> = {
  new: 'brand',
  contacted: 'yellow',
  qualified: 'yellow',
  won: 'teal',
  lost: 'gray',
}

export function StatusBadge({ status }: { status: Status }) {
  return status === 'lost' ? (
    <Badge variant="default">{t(statusNames[status])}</Badge>
  ) : (
    <Badge variant="light" color={colours[status]}>
      {t(statusNames[status])}
    </Badge>
  )
}
