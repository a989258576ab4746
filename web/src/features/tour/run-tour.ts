/** Shows a guided tour with driver.js; loads when one begins. */
import { driver } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tour.css'
import type { TourStep } from './tour-steps.ts'

export type TourEnd = 'finished' | 'left' | 'never-again'

/** Resolves with how it ended; undefined if nothing that it points at is on the page. */
export function runTour(steps: readonly TourStep[]): Promise<TourEnd | undefined> {
  const present = steps.flatMap(({ element: selector, ...popover }) => {
    const element = Array.from(document.querySelectorAll(selector)).find((one) => one.checkVisibility())
    return element ? [{ element, popover }] : []
  })
  if (present.length === 0) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    let end: TourEnd = 'left'
    const tour = driver({
      steps: present,
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      disableActiveInteraction: true,
      showProgress: true,
      progressText: '{{current}} of {{total}}',
      nextBtnText: 'Next',
      prevBtnText: 'Back',
      doneBtnText: 'Done',
      popoverClass: 'guided-tour',
      stageRadius: 10,
      stagePadding: 6,
      onPopoverRender(popover) {
        popover.closeButton.setAttribute('aria-label', 'Close the tour')
        // Its own elements would be the banner and the foot of the page.
        popover.title.setAttribute('role', 'heading')
        popover.title.setAttribute('aria-level', '2')
        popover.footer.setAttribute('role', 'group')
        const never = document.createElement('button')
        never.type = 'button'
        never.className = 'guided-tour-never'
        never.textContent = 'Skip & Never Show Again'
        never.addEventListener('click', () => {
          end = 'never-again'
          tour.destroy()
        })
        popover.wrapper.append(never)
      },
      onNextClick() {
        if (tour.isLastStep()) end = 'finished'
        tour.moveNext()
      },
      onDestroyed: () => resolve(end),
    })
    tour.drive()
  })
}
