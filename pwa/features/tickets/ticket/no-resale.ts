/** The notice on a ticket; `until`: the deadline of 公式リセール, null or missing: there is none. */
export const noResale = (until: string | null | undefined) =>
  until
    ? '公式リセールのほかで、このチケットを転売することは禁止されています。'
    : 'このチケットの転売は禁止されています。'
