import { Button, ColorSwatch, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../design/language.ts'
import { hexOf, type Step, stepOf, stepToHex } from '../../design/theme/custom-theme.ts'
import styles from './settings.module.css'

const names = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900']

type Props = {
  palette: Step[]
  change(palette: Step[]): void
  /** Undefined if the palette follows the primary colour. */
  reset: (() => void) | undefined
}

/** Edits the ten steps of the palette as hex values (part 1 §2, custom theme editor). */
export function PaletteEditor({ palette, change, reset }: Props) {
  return (
    <div>
      <div className={styles.palette}>
        {names.map((name, place) => {
          const step = palette[place]
          if (!step) return null
          return (
            <Swatch
              key={name}
              name={t('Primary {step}', { step: name })}
              hex={stepToHex(step)}
              onDone={(hex) => change(palette.map((each, at) => (at === place ? stepOf(hex) : each)))}
            />
          )
        })}
      </div>
      {reset && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          mt="xs"
          leftSection={<IconRestore size={15} />}
          onClick={reset}
        >
          {t('Follow the primary colour again')}
        </Button>
      )}
    </div>
  )
}

function Swatch(props: { name: string; hex: string; onDone(hex: string): void }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(props.hex)
  const hex = hexOf(typed)
  const show = () => {
    setTyped(props.hex)
    setOpen(true)
  }
  const done = () => {
    if (hex) props.onDone(hex)
    setOpen(false)
  }
  return (
    <Popover opened={open} onChange={setOpen} trapFocus withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton onClick={show} aria-label={`${props.name}: ${props.hex}`} className={styles.swatch}>
          <ColorSwatch color={props.hex} size={28} component="span" />
          <Text size="xs" c="dimmed" component="span" ta="center">
            {props.name}
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <TextInput
            label={props.name}
            data-autofocus
            value={typed}
            error={hex ? undefined : t('Six hex digits, such as {example}', { example: '#0070f3' })}
            onChange={(event) => setTyped(hexOf(event.currentTarget.value) ?? event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && done()}
          />
          <Group justify="flex-end">
            <Button size="xs" onClick={done} disabled={!hex}>
              {t('Done')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
