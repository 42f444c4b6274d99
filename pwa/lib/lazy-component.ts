import { type ComponentType, lazy } from 'react'
import { withProgress } from './progress.ts'

/** What is fetched once it is drawn. */
export const lazyComponent = <P>(fetch: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await fetch() }))

/** What a press opens, fetched at that press: until it is there, the bar at the top says that the press was felt. */
export const lazyWithProgress = <P>(fetch: () => Promise<ComponentType<P>>) =>
  lazyComponent(() => withProgress('GET', fetch))
