export function NewAgentDrawer() {
  return null
}
