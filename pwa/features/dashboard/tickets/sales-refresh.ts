/** The interval at which pages with the numbers of a sale load them again. */
export const SALES_REFRESH_MS = 15_000
