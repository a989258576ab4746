import { checkEveryScreen } from './every-screen.ts'

checkEveryScreen('phone')
