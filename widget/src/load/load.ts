/** `/widget/{region}/{agentId}/load`, in a frame that goes as soon as it has loaded. */
import { countLoad } from './count-load.ts'

const [, , region = '', agentId = ''] = location.pathname.split('/')
countLoad(region, agentId)
