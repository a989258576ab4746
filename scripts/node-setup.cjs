/**
 * Loaded before the commands: says what to do where Node can't run TypeScript, and enables Node's compile cache, which halves
 * the time until a command begins. For any version of Node.
 */
const { join } = require('node:path')

if (!process.features.typescript) {
  console.error(
    `Node ${process.versions.node} can't run Parley, which needs Node 22.18 or newer at run time. ` +
      'On most machines "npm ci" brings one; on others install it from https://nodejs.org.',
  )
  process.exit(1)
}

require('node:module').enableCompileCache(
  process.env.NODE_COMPILE_CACHE || join(__dirname, '../node_modules/.cache/parley'),
)
