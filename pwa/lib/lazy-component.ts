import { type ComponentType, lazy } from 'react'
import { withProgress } from './api/progress.ts'

/** A component whose code is loaded when it first renders. */
export const lazyComponent = <P>(fetch: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await fetch() }))

/** The same with the loading bar, for what a press opens: the bar shows that the press was noticed. */
export const lazyWithProgress = <P>(fetch: () => Promise<ComponentType<P>>) =>
  lazyComponent(() => withProgress('GET', fetch))
