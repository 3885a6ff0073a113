export const Plain = { render() {} }
