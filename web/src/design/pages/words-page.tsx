import { Center, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BrandMark } from '../theme/brand-mark.tsx'

/** A page outside of the frame with a title and a few words. */
export function WordsPage(props: { title: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="lg">
      <title>{props.title}</title>
      <Stack align="center" gap="md" maw={440} ta="center">
        <BrandMark />
        <Title order={1} size="h2">
          <bdi>{props.title}</bdi>
        </Title>
        {props.children}
      </Stack>
    </Center>
  )
}
