import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { TextAreaField, TextField } from './fields.tsx'
import { PictureField } from './picture-field.tsx'

export function CoreSettings(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <SettingSection title={t('Identity')} explanation={t('How your agent appears here and in the widget.')}>
      <TextField draft={draft} name="title" />
      <TextAreaField draft={draft} name="description" />
      <PictureField
        name="roundedImageURL"
        shape="circle"
        value={agent.roundedImageURL ?? ''}
        initialsOf={agent.title ?? ''}
        onChange={(roundedImageURL) => edit({ roundedImageURL })}
      />
      <PictureField
        name="squareImageURL"
        shape="square"
        value={agent.squareImageURL ?? ''}
        initialsOf={agent.title ?? ''}
        onChange={(squareImageURL) => edit({ squareImageURL })}
      />
    </SettingSection>
  )
}
