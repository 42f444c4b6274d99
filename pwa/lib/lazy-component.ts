import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withProgress } from './api/progress.ts'

/** `preload` loads the code before the first render, which then shows the component at once. */
type LazyComponent<P> = LazyExoticComponent<ComponentType<P>> & { preload: () => Promise<unknown> }

/** A component whose code is loaded when it first renders. */
export function lazyComponent<P>(fetch: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const preload = () => {
    loading ??= fetch().then((component) => ({ default: component }))
    return loading
  }
  return Object.assign(lazy(preload), { preload })
}

/** The same with the loading bar, for what a press opens: the bar shows that the press was noticed. */
export const lazyWithProgress = <P>(fetch: () => Promise<ComponentType<P>>) =>
  lazyComponent(() => withProgress('GET', fetch))
