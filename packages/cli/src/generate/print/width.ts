/** How wide lines may be. */
export const WIDTH = 100
