/** Email addresses in error messages. */
const ADDRESS = /[^\s<>"']+@[^\s<>"']+/g

/** The text of a failure without the addresses that another program wrote into it. */
export const withoutAddresses = (error: string) => error.replace(ADDRESS, '…')
