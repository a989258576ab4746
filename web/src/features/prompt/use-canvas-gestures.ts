import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { distanceOf, type Place } from './canvas-layout.ts'

export const zoomLimits = { least: 0.4, most: 1.25 }

/**
 * Two fingers, or Ctrl and the wheel (as trackpads pinch), zoom about where they are; the mouse drags the empty
 * canvas. One finger scrolls as anywhere else, and past the canvas's end the page.
 */
export function useCanvasGestures(
  box: RefObject<HTMLElement | null>,
  zoom: number,
  onZoom: (zoom: number) => void,
) {
  const scrollTo = useRef<{ left: number; top: number }>(undefined)
  const newest = useRef({ zoom, onZoom })
  newest.current = { zoom, onZoom }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once what is scrolled has its new size
  useLayoutEffect(() => {
    if (scrollTo.current) box.current?.scrollTo(scrollTo.current)
    scrollTo.current = undefined
  }, [zoom])

  useEffect(() => {
    const canvas = box.current
    if (!canvas) return
    const zoomAt = (wanted: number, about: Place) => {
      const { zoom, onZoom } = newest.current
      const next = Math.min(zoomLimits.most, Math.max(zoomLimits.least, wanted))
      // The one before is not on screen yet.
      if (next === zoom || scrollTo.current) return
      const { left, top } = canvas.getBoundingClientRect()
      const at = { x: about.x - left, y: about.y - top }
      scrollTo.current = {
        left: ((canvas.scrollLeft + at.x) * next) / zoom - at.x,
        top: ((canvas.scrollTop + at.y) * next) / zoom - at.y,
      }
      onZoom(next)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomAt(newest.current.zoom * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY })
    }
    let pinch: { distance: number; zoom: number } | undefined
    const onTouch = (event: TouchEvent) => {
      const [one, other] = [...event.touches].map(({ clientX: x, clientY: y }) => ({ x, y }))
      if (!one || !other || event.touches.length !== 2) {
        pinch = undefined
        return
      }
      event.preventDefault()
      const distance = distanceOf(one, other)
      pinch ??= { distance, zoom: newest.current.zoom }
      const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
      zoomAt((pinch.zoom * distance) / pinch.distance, middle)
    }
    const whole = { passive: false }
    canvas.addEventListener('wheel', onWheel, whole)
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      canvas.addEventListener(name, onTouch, whole)
    return () => {
      canvas.removeEventListener('wheel', onWheel)
      for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
        canvas.removeEventListener(name, onTouch)
    }
  }, [box])

  const held = useRef<Place>(undefined)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { target, currentTarget: canvas } = event
      // React tells of popovers of nodes too, which stand elsewhere on the page.
      const empty = target instanceof Element && canvas.contains(target) && !target.closest('[data-node]')
      if (event.pointerType !== 'mouse' || event.button !== 0 || !empty) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!held.current) return
      event.currentTarget.scrollBy(held.current.x - event.clientX, held.current.y - event.clientY)
      held.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: () => {
      held.current = undefined
    },
    onPointerCancel: () => {
      held.current = undefined
    },
  }
}
