// Runs before the pages of a preview. Their frame has an origin of its own, which has no storage: what they keep, they keep
// in memory. Give a changed version a new number: it is cached for ever.
for (const name of ['localStorage', 'sessionStorage']) {
  const storage = Object.create({
    getItem(key) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(key, value) {
      this[key] = String(value)
    },
    removeItem(key) {
      delete this[key]
    },
    key(nth) {
      return Object.keys(this)[nth] ?? null
    },
    clear() {
      for (const key of Object.keys(this)) delete this[key]
    },
    get length() {
      return Object.keys(this).length
    },
  })
  Object.defineProperty(window, name, { value: storage, configurable: true })
}
// Nothing is sent to a preview.
delete window.PushManager
