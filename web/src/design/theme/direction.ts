/** The direction of a field: that of what is written in it; while it is empty, that of the page, like its placeholder. */
export const dirOf = (written: string): { dir?: 'auto' } => (written === '' ? {} : { dir: 'auto' })
