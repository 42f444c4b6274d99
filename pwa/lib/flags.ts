import { createStore } from './store.ts'

/** What the frame of the app remembers between screens. */
export interface Flags {
  /** The account menu is open. */
  user_menu: boolean
  /** A changed mail address still waits to be confirmed, and the page says so. */
  mail_fix: boolean
  /** A sheet or dialog is open, so the page behind must not scroll. */
  modal_open: boolean
  /** The name of the page on the screen: its route's path. */
  page: string
}

export const flags = createStore<Flags>({
  user_menu: false,
  mail_fix: false,
  modal_open: false,
  page: '',
})

export const setFlags = (change: Partial<Flags>) => flags.set({ ...flags.get(), ...change })
