import {
  Avatar,
  Box,
  Button,
  Checkbox,
  ColorInput,
  FileButton,
  Group,
  Input,
  Radio,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import {
  maxPictureBytes,
  pictureEndings,
  pictureTooLarge,
  wrongPictureType,
} from '@parley/contracts/file/pictures.ts'
import { type Company, defaultBrandColor, mostBrandColors } from '@parley/contracts/onboarding/company.ts'
import type { BrandingChoices, BrandingInfo } from '@parley/contracts/onboarding/endpoints.ts'
import { useState } from 'react'
import { radioKeys } from '../../design/fields/radio-keys.ts'
import { isPicture } from '../../design/is-picture.ts'
import { textOn } from '../../design/theme/palette.ts'
import styles from './onboarding.module.css'
import { pictureOfDrawing } from './picture-of-drawing.ts'

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The brand as it was read, to be confirmed or changed. */
export function BrandForm(props: {
  brand: BrandingInfo
  company: Company
  choices: BrandingChoices | undefined
  /** The website could not be read. */
  unread: boolean
  ownBack: boolean
  onBack: () => void
  onDone: (choices: BrandingChoices) => void
}) {
  const { brand, company, choices } = props
  const colors = brand.colors.slice(0, mostBrandColors)
  const [color, setColor] = useState(choices?.primaryColor ?? colors[0] ?? defaultBrandColor)
  const [mode, setMode] = useState(choices?.themeMode ?? brand.themeMode)
  const [iconWanted, setIconWanted] = useState(choices?.faviconApproved ?? true)
  const [logo, setLogo] = useState(isUpload(choices) ? choices?.customLogo : undefined)
  const [problem, setProblem] = useState<string>()
  const primary = hexOf(color)
  const keys = radioKeys(colors, primary)
  const picture = logo ?? (iconWanted ? brand.favicon : undefined)

  const upload = async (file: File | null) => {
    if (!file) return
    if (!types.includes(file.type)) return setProblem(wrongPictureType)
    if (file.size > maxPictureBytes) return setProblem(pictureTooLarge)
    if (!(await isPicture(file))) return setProblem(wrongPictureType)
    setProblem(undefined)
    setLogo(await addressOf(file))
  }
  const submit = async () => {
    if (!primary) return
    const drawing =
      !logo && iconWanted && brand.favicon?.startsWith('data:image/svg') ? brand.favicon : undefined
    const customLogo = logo ?? (drawing && (await pictureOfDrawing(drawing)))
    props.onDone({
      primaryColor: primary,
      themeMode: mode,
      faviconApproved: iconWanted && brand.favicon !== undefined,
      ...(customLogo ? { customLogo } : {}),
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="lg">
        <Preview
          name={company.name}
          color={primary ?? defaultBrandColor}
          dark={mode === 'dark'}
          picture={picture}
        />
        {colors.length > 0 && (
          <Radio.Group label="Colours of your website" value={primary ?? null} onChange={setColor}>
            <Group gap={8} mt={6}>
              {colors.map((each) => (
                <Radio.Card
                  key={each}
                  value={each}
                  aria-label={each}
                  {...keys(each)}
                  className={styles.swatch}
                  style={{ background: each, color: textOn(each) }}
                />
              ))}
            </Group>
          </Radio.Group>
        )}
        <Group align="flex-start" gap="lg">
          <ColorInput
            label="Primary colour"
            w={180}
            format="hex"
            value={color}
            onChange={setColor}
            withEyeDropper={false}
            error={primary ? undefined : 'Enter 3 or 6 hex digits.'}
          />
          <Input.Wrapper label="Mode" labelElement="div">
            <SegmentedControl
              display="flex"
              aria-label="Mode"
              value={mode}
              onChange={(value) => setMode(value === 'dark' ? 'dark' : 'light')}
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </Input.Wrapper>
        </Group>
        <Input.Wrapper
          label="Picture of your agent"
          labelElement="div"
          description={`Max. 0.5 MB: ${pictureEndings.join(', ')}`}
          error={problem}
        >
          <Group gap="md" mt={8}>
            <Avatar src={picture ?? null} size={44} radius="md" alt="" name={company.name} color="initials" />
            <FileButton onChange={upload} accept={types.join(',')}>
              {(given) => (
                <Button variant="default" {...given}>
                  Upload a logo
                </Button>
              )}
            </FileButton>
            {logo && (
              <Button variant="subtle" color="gray" onClick={() => setLogo(undefined)}>
                Remove
              </Button>
            )}
          </Group>
        </Input.Wrapper>
        {brand.favicon ? (
          <Checkbox
            label="Use the icon of my website"
            checked={iconWanted}
            disabled={logo !== undefined}
            onChange={(event) => setIconWanted(event.currentTarget.checked)}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {props.unread
              ? 'Without your website, its icon can’t be used.'
              : 'Your website has no icon that can be used.'}
          </Text>
        )}
        <Group justify="space-between">
          {!props.ownBack && (
            <Button variant="default" onClick={props.onBack}>
              Back
            </Button>
          )}
          <Button type="submit" ml="auto" disabled={!primary}>
            Create my agent
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** How the chat's header and a message will look. */
function Preview(props: { name: string; color: string; dark: boolean; picture: string | undefined }) {
  const { color } = props
  return (
    <div className={styles.preview} data-dark={props.dark || undefined} aria-hidden data-part="brand-preview">
      <Box className={styles.previewHead} style={{ background: color, color: textOn(color) }}>
        {props.picture && <img src={props.picture} alt="" className={styles.previewIcon} />}
        <bdi>{props.name}</bdi>
      </Box>
      <div className={styles.previewBody}>
        <span className={styles.previewAgent}>Hi! 👋</span>
        <span className={styles.previewVisitor} style={{ background: color, color: textOn(color) }}>
          Are you open today?
        </span>
      </div>
    </div>
  )
}

/** Three or six hex digits; a missing hash is added (part 2 §5). */
export function hexOf(typed: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? []
  if (!digits) return undefined
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${long.toLowerCase()}`
}

/** Whether the picture was uploaded, not made of the website's icon. */
const isUpload = (choices: BrandingChoices | undefined) => choices?.faviconApproved === false

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
