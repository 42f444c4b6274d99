declare global {
  interface Navigator {
    /** The Network Information API, which is missing in Safari and Firefox. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Whether the user asked the browser to save data. */
export const savesData = () => navigator.connection?.saveData === true
