/** Loaded before the commands: says what to do where Node can't run TypeScript. For any version of Node. */
if (!process.features.typescript) {
  console.error(
    `Node ${process.versions.node} can't run Parley, which needs Node 22.18 or newer at run time. ` +
      'On most machines "npm ci" brings one; on others install it from https://nodejs.org.',
  )
  process.exit(1)
}
