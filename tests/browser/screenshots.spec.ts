import { expect, it } from 'vitest'
import { findUnseen, readRoutes } from '../../scripts/screenshots/routes.ts'
import { states } from '../../scripts/screenshots/states.ts'

it('every address has a state that is photographed', () => {
  expect(findUnseen(readRoutes(), states), 'add one in scripts/screenshots/states/').toEqual([])
})
