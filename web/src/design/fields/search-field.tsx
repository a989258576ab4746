import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type Ref, useEffect, useState } from 'react'

const delayMs = 300
/** As the API takes them. */
const mostCharacters = 200

/** The search of a list, whose words are in the query parameters: told when typing pauses, undefined for none. */
export function SearchField({
  label,
  value = '',
  onSearch,
  field,
  ...rest
}: {
  label: string
  value: string | undefined
  onSearch: (words: string | undefined) => void
  field?: Ref<HTMLInputElement>
} & Pick<TextInputProps, 'placeholder' | 'className' | 'flex' | 'onKeyDown'>) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const search = useDebouncedCallback((words: string) => onSearch(words.trim() || undefined), delayMs)
  return (
    <TextInput
      {...rest}
      {...(field && { ref: field })}
      type="search"
      aria-label={label}
      leftSection={<IconSearch size={16} />}
      maxLength={mostCharacters}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
