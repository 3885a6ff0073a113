module.exports = { open: function open() {} }
