import { createStore } from './store.ts'

/** UI state shared between pages. */
export interface Flags {
  /** The account menu is open. */
  user_menu: boolean
  /** A changed email address is not confirmed yet; the page shows a message. */
  mail_fix: boolean
  /** A sheet or dialog is open: the page behind it does not scroll. */
  modal_open: boolean
  /** The current page: its route's path pattern. */
  page: string
}

export const flags = createStore<Flags>({
  user_menu: false,
  mail_fix: false,
  modal_open: false,
  page: '',
})

export const setFlags = (change: Partial<Flags>) => flags.set({ ...flags.get(), ...change })
