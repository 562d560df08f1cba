import { assertSound, everyInterleaving, testDatabase, testTable } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { accounts } from './models.js'
