/** How often the numbers of a sale are read anew while their owner looks at them. */
export const SALES_REFRESH_MS = 15_000
