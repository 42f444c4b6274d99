import { createStore } from './store.ts'

/** A page to be shared. */
export interface SharedPage {
  title: string
  text?: string
  url: string
}

/** The page that our own share sheet shows. */
export const sharedPage = createStore<SharedPage | null>(null)

/** Shares a page by the system's share sheet; where there is none, by ours. */
export async function shareUrl(page: SharedPage) {
  if (!('share' in navigator)) {
    console.info(page.url)
    sharedPage.set(page)
    return
  }
  try {
    await navigator.share(page)
  } catch (error) {
    // The user closed the share sheet: no error. Otherwise it may be forbidden here, as within other apps.
    if (!(error instanceof DOMException && error.name === 'AbortError')) sharedPage.set(page)
  }
}

/** The address of a page of this site. */
export const absoluteUrl = (path: string) => new URL(path, location.href).href

/** The picture of a shared page, as a square. The server has one for each public page. */
export function cardUrl(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.set('square', '1')
  return `/card${pathname.replace(/\/$/, '')}.jpg?${searchParams}`
}

/** The page that is open, without what only its visitor needs, such as the parameters of a campaign. */
export const currentPage = (title: string): SharedPage => ({
  title,
  url: location.origin + location.pathname,
})
