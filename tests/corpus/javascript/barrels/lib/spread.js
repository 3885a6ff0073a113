module.exports = { ...require('./renamed'), ...require('./whole'), extra() {} }
