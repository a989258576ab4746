import { Center, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../language.ts'

/** Placed at the end of a list. Requests more items when it comes near the viewport. */
export function MoreWhenSeen(props: { loading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const { loading, onMore } = props
  useEffect(() => {
    const { current } = end
    if (!current || loading) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore()
      },
      { rootMargin: '400px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [loading, onMore])
  return (
    <Center ref={end} p="md" role="status" aria-label={t('Loading more')}>
      <Loader size="sm" color="gray" />
    </Center>
  )
}
