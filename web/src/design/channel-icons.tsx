import {
  type Icon,
  IconBrandDiscord,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconWebhook,
} from '@tabler/icons-react'

const icons: Record<string, Icon> = {
  whatsapp: IconBrandWhatsapp,
  instagram: IconBrandInstagram,
  messenger: IconBrandMessenger,
  discord: IconBrandDiscord,
  telegram: IconBrandTelegram,
  voice: IconPhone,
  email: IconMail,
  webhook: IconWebhook,
}

/** The icon of a card or a kind of channel. */
export function ChannelIcon(props: { of: string; size: number }) {
  const Found = icons[props.of] ?? IconMessageCircle
  return <Found size={props.size} stroke={1.75} aria-hidden />
}
