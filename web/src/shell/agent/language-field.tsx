import { Select } from '@mantine/core'
import { type Language, languages } from '@parley/contracts/languages.ts'
import { t } from '../../design/language.ts'

/** The language of a client's dashboard. Each one is called what its speakers call it. */
export function LanguageField(props: {
  description?: string
  value: Language
  onChange: (language: Language) => void
}) {
  return (
    <Select
      label={t('Preferred language')}
      description={props.description}
      allowDeselect={false}
      data={languages.map((language) => ({ value: language, label: ownNameOf(language) }))}
      value={props.value}
      onChange={(value) => {
        const language = languages.find((one) => one === value)
        if (language) props.onChange(language)
      }}
    />
  )
}

function ownNameOf(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
